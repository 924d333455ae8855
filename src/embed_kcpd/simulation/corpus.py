"""The corpus on disk: one line per sentence, written the moment it is known.

In:  a JSONL path.
Out: the sentences so far, and a place to append the next.

A line that was cut short by an interrupt has no line break; it is taken off before writing
goes on, so a run that was killed loses at most the sentence that was being written and
never doubles one.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.jsonl import parsed
from embed_kcpd.files import claimed


@dataclass(frozen=True, slots=True)
class Sentence:
    """One generated sentence and how it came about."""

    topic: str
    memory: int
    index: int
    text: str
    model: str
    prompt: str
    temperature: float
    seed: int
    attempts: int
    is_repetition: bool = False


TopicKey = tuple[str, int]
Corpus = Mapping[TopicKey, tuple[str, ...]]
"""The sentences of each (topic, memory), in order."""


def read_corpus(path: Path) -> Corpus:
    """All whole lines of the file, by topic and memory; nothing if there is no file yet."""
    corpus: dict[TopicKey, list[str]] = {}
    for number, line in enumerate(_whole_lines(path), start=1):
        sentence = _sentence(line, f"{path}:{number}")
        known = corpus.setdefault((sentence.topic, sentence.memory), [])
        if sentence.index != len(known):
            raise InputError(
                f"{path}:{number} holds sentence {sentence.index} of {sentence.topic!r} where "
                f"{len(known)} was expected; the file was changed or two runs wrote to it"
            )
        known.append(sentence.text)
    return {key: tuple(texts) for key, texts in corpus.items()}


def read_whole_corpus(path: Path) -> Corpus:
    """The same of a file that must hold something."""
    corpus = read_corpus(path)
    if not corpus:
        raise InputError(
            f"{path} holds no sentences; write some with: embed-kcpd simulate generate {path}"
        )
    return corpus


_TYPES = {"topic": str, "memory": int, "index": int, "text": str}
"""What must be right about a line for the corpus to be used."""


def _sentence(line: bytes, place: str) -> Sentence:
    record = parsed(line, place)
    try:
        sentence = Sentence(**record)  # type: ignore[arg-type]
    except TypeError:
        names = ", ".join(Sentence.__dataclass_fields__)
        raise InputError(
            f"{place} is not a sentence of a corpus; embed-kcpd simulate generate writes lines "
            f"with {names}"
        ) from None
    for name, kind in _TYPES.items():
        if type(getattr(sentence, name)) is not kind:
            raise InputError(f"{place} is not a sentence of a corpus: {name} is no {kind.__name__}")
    return sentence


def read_topics(path: Path, memory: int | None = None) -> Mapping[str, tuple[str, ...]]:
    """The topic documents of one memory; it must be named where the corpus holds several."""
    corpus = read_whole_corpus(path)
    memories = sorted({held for _, held in corpus})
    if memory is None and len(memories) == 1:
        memory = memories[0]
    if memory not in memories:
        held = ", ".join(map(str, memories)) or "none"
        given = "" if memory is None else f", got {memory}"
        raise InputError(f"{path} holds memories: {held}; name one of them (--memory){given}")
    return {topic: texts for (topic, held), texts in corpus.items() if held == memory}


def _whole_lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None


@contextmanager
def appending(path: Path) -> Iterator["Appender"]:
    """Open the file for more sentences, without what an interrupt left of a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with claimed(path), path.open("ab") as stream:
        stream.truncate(sum(len(line) + 1 for line in _whole_lines(path)))
        yield Appender(stream)


class Appender:
    """Writes each sentence in one piece and waits until the disk has it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def add(self, sentence: Sentence) -> None:
        line = json.dumps(asdict(sentence), ensure_ascii=False) + "\n"
        self._stream.write(line.encode())
        self._stream.flush()
        os.fsync(self._stream.fileno())
