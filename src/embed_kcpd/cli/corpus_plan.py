"""From the options of ``embed-kcpd corpus run`` to a plan and an engine.

In:  options.
Out: a ``Plan`` and an ``Engine``; an error names an option that the task has no use for.
"""

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING

from embed_kcpd.cli import choices
from embed_kcpd.cli.corpus_options import (
    CorpusOutputOptions,
    CorpusTextOptions,
    DocumentOptions,
    EngineName,
    PieceOptions,
    RunOptions,
    TaskName,
)
from embed_kcpd.cli.granularity import chosen_granularity
from embed_kcpd.cli.options import GranularityOptions, ObjectiveOptions
from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from embed_kcpd.chunks import ChunkSettings
    from embed_kcpd.corpora import Engine, Plan
    from embed_kcpd.encoders import Encoder
    from embed_kcpd.encoders.by_language import EncoderByLanguage
    from embed_kcpd.settings import Settings

OF_CHUNKS = ("overlap", "tokens", "embedding", "context")
OF_SEGMENTS = ("min_seconds", "max_seconds")


def chosen_plan(
    task: TaskName,
    documents: DocumentOptions,
    text: CorpusTextOptions,
    wanted: GranularityOptions,
    *,
    sizes: PieceOptions,
    output: CorpusOutputOptions,
) -> "Plan":
    """What is done with every document."""
    from embed_kcpd.corpora import Documents, OutputFormat, Plan, Task

    _check(task, text, wanted, sizes)
    settings: Settings | ChunkSettings
    if task is TaskName.chunk:
        settings = _chunk_settings(text, wanted, sizes, not output.no_confidence)
    else:
        settings = _settings(text, wanted, sizes, not output.no_confidence)
    return Plan(
        task=Task(task.value),
        settings=settings,
        documents=Documents(
            id=documents.id_column,
            text=documents.text_column,
            keep=tuple(documents.keep),
            format=documents.format,
            max_bytes=documents.max_bytes,
        ),
        texts=output.texts,
        embeddings=output.embeddings,
        output=OutputFormat(output.to.value),
    )


def chosen_engine(options: RunOptions) -> "Engine":
    """What runs the shards."""
    from embed_kcpd.corpora import LocalEngine
    from embed_kcpd.corpora.engines import daft_engine, ray_engine, spark_engine

    engines: dict[EngineName, Callable[[int | None], Engine]] = {
        EngineName.local: LocalEngine,
        EngineName.daft: daft_engine,
        EngineName.spark: spark_engine,
        EngineName.ray: ray_engine,
    }
    return engines[options.engine](options.workers)


def _settings(
    text: CorpusTextOptions, wanted: GranularityOptions, sizes: PieceOptions, confidence: bool
) -> "Settings":
    from embed_kcpd.evidence.places import Headings
    from embed_kcpd.problem.text_limits import TextLimits
    from embed_kcpd.settings import Settings

    return Settings(
        unit=choices.chosen_splitter(text.unit),
        encoder=_worker_encoder(text),
        language=text.language,
        granularity=chosen_granularity(wanted, ObjectiveOptions()),
        limits=TextLimits(
            min_tokens=sizes.min_tokens,
            max_tokens=sizes.max_tokens,
            min_seconds=sizes.min_seconds,
            max_seconds=sizes.max_seconds,
        ),
        confidence=confidence,
        spoken=text.spoken,
        headings=Headings(text.headings.value),
    )


def _chunk_settings(
    text: CorpusTextOptions, wanted: GranularityOptions, sizes: PieceOptions, confidence: bool
) -> "ChunkSettings":
    from embed_kcpd.chunks import ChunkSettings, Embedding
    from embed_kcpd.evidence.places import Headings

    default = ChunkSettings()
    target = wanted.target_tokens
    return ChunkSettings(
        max_tokens=default.max_tokens if sizes.max_tokens is None else sizes.max_tokens,
        min_tokens=default.min_tokens if sizes.min_tokens is None else sizes.min_tokens,
        target_tokens=None if target is None else round(target),
        overlap=default.overlap if sizes.overlap is None else sizes.overlap,
        tokens=sizes.tokens,
        embedding=Embedding(sizes.embedding.value) if sizes.embedding else default.embedding,
        context=default.context if sizes.context is None else sizes.context,
        encoder=_worker_encoder(text),
        language=text.language,
        unit=choices.chosen_splitter(text.unit),
        headings=Headings(text.headings.value),
        confidence=confidence,
    )


def _worker_encoder(text: CorpusTextOptions) -> "Encoder | EncoderByLanguage":
    """The encoder on one thread, unless it is a server's."""
    from embed_kcpd.encoders.names import is_elsewhere

    threads = None if text.encoder is not None and is_elsewhere(text.encoder) else 1
    return choices.chosen_encoder(text.encoder, threads, cache=text.cache)


def _check(
    task: TaskName, text: CorpusTextOptions, wanted: GranularityOptions, sizes: PieceOptions
) -> None:
    given = {option.name for option in fields(sizes) if getattr(sizes, option.name) is not None}
    if task is TaskName.chunk:
        useless = [*(name for name in wanted.given if name != "target_tokens")]
        useless += [name for name in OF_SEGMENTS if name in given]
        if text.spoken is not None:
            useless.append("spoken" if text.spoken else "written")
    else:
        useless = [name for name in OF_CHUNKS if name in given]
    if useless:
        flag = f"--{useless[0].replace('_', '-')}"
        raise OptionsError(f"{flag} means nothing for --task {task.value}; leave it out")
