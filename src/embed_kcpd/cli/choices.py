"""From the words of the command line to the objects of the library.

In:  option values, ``None`` where nothing was said.
Out: splitter, encoder, objective, limits; or an error naming the options at odds.  How fine to
     cut is in ``granularity.py``.
"""

import os
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from embed_kcpd.cli.options import LimitOptions, ObjectiveOptions, TextOptions
    from embed_kcpd.encoders import Encoder
    from embed_kcpd.encoders.by_language import EncoderByLanguage
    from embed_kcpd.problem.objectives import Objective
    from embed_kcpd.problem.text_limits import TextLimits
    from embed_kcpd.settings import Settings
    from embed_kcpd.text.units import Splitter


class UnitName(str, Enum):
    sentences = "sentences"
    paragraphs = "paragraphs"
    lines = "lines"
    turns = "turns"


class HeadingsName(str, Enum):
    force = "force"
    favour = "favour"
    ignore = "ignore"


class DateOrderName(str, Enum):
    day_month = "day-month"
    month_day = "month-day"


class KernelName(str, Enum):
    cosine = "cosine"
    rbf = "rbf"


class ObjectiveName(str, Enum):
    paper = "paper"
    contrast = "contrast"


def chosen_settings(
    text: "TextOptions", judged: "ObjectiveOptions", limits: "LimitOptions"
) -> "Settings":
    """The settings that ``segment`` and ``path`` share."""
    from embed_kcpd.evidence.places import Headings
    from embed_kcpd.settings import Settings

    return Settings(
        unit=chosen_splitter(text.unit),
        encoder=chosen_encoder(text.encoder, text.threads, cache=not text.no_cache),
        language=text.language,
        objective=chosen_objective(judged.objective, judged.kernel),
        limits=chosen_limits(limits),
        spoken=text.spoken,
        headings=Headings(text.headings.value),
    )


def chosen_limits(limits: "LimitOptions") -> "TextLimits":
    from embed_kcpd.problem.text_limits import TextLimits

    return TextLimits(
        limits.min_size,
        limits.max_size,
        limits.min_chars,
        limits.max_chars,
        limits.min_tokens,
        limits.max_tokens,
        frozenset(limits.boundary_at),
        frozenset(limits.no_boundary_at),
        limits.min_seconds,
        limits.max_seconds,
    )


def chosen_splitter(unit: UnitName) -> "Splitter":
    from embed_kcpd.text.sentences import Sentences
    from embed_kcpd.text.units import Lines, Paragraphs, Turns

    splitters: dict[UnitName, Splitter] = {
        UnitName.sentences: Sentences(),
        UnitName.paragraphs: Paragraphs(),
        UnitName.lines: Lines(),
        UnitName.turns: Turns(),
    }
    return splitters[unit]


def chosen_objective(name: ObjectiveName | None, kernel: KernelName | None) -> "Objective | None":
    """The objective asked for; a kernel alone asks for the paper's."""
    from embed_kcpd.problem.kernels import Cosine, Rbf
    from embed_kcpd.problem.objectives import Contrast, Paper

    if name is ObjectiveName.contrast:
        if kernel is KernelName.rbf:
            raise OptionsError(
                "--objective contrast and --kernel rbf exclude each other; "
                "rbf belongs to --objective paper"
            )
        return Contrast()
    if name is None and kernel is None:
        return None
    return Paper(Rbf() if kernel is KernelName.rbf else Cosine())


def chosen_encoder(
    name: str | None, threads: int | None, cache: bool
) -> "Encoder | EncoderByLanguage":
    """The encoder of that name; without a name, the one for the language of the text."""
    from embed_kcpd.encoders.by_language import EncoderByLanguage

    if name is None:
        return EncoderByLanguage(threads, use_cache=cache)
    return named_encoder(name, threads, cache)


def named_encoder(name: str, threads: int | None, cache: bool) -> "Encoder":
    from embed_kcpd.encoders import cached
    from embed_kcpd.encoders.names import encoder_by_name

    encoder = encoder_by_name(name, threads)
    return cached(encoder) if cache else encoder


def check_targets(*files: str | Path | None, **targets: Path | None) -> None:
    """Raise, before any work is done, if a file cannot be written where it should go.

    ``files`` are those that are read; none of them may be overwritten.

    >>> check_targets("notes.txt", html=None)
    """
    read = [Path(file) for file in files if file is not None and str(file) != "-"]
    taken = {_real(file): "a file that is read" for file in read}
    for name, path in targets.items():
        if path is None:
            continue
        if str(path) == "-":
            remedy = "leave it out" if name == "output" else "give /dev/stdout"
            raise OptionsError(f"--{name} - is no file; for standard output {remedy}")
        real = _real(path)
        if real.is_symlink():
            raise OptionsError(f"--{name} {path} is a link that leads back to itself")
        if not real.parent.is_dir():
            raise OptionsError(f"--{name} {path}: there is no folder {real.parent}")
        if path.is_dir():
            raise OptionsError(f"--{name} {path} is a folder; give the name of a file in it")
        if real in taken:
            raise OptionsError(f"--{name} {path} would overwrite {taken[real]}; choose another one")
        taken[real] = f"what --{name} writes"


def _real(path: Path) -> Path:
    """Where a path leads; ``Path.resolve`` raises for a ring of links."""
    return Path(os.path.realpath(path))
