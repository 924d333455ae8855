"""The generator: topic documents written one sentence at a time.

In:  a plan, a language model, a file.
Out: the file, with every sentence of the plan.

Each sentence is asked for with the topic and the last ``memory`` sentences alone, so the
text is a Markov chain of that order.  The seed of a request depends on its place in the
plan and on the attempt, never on the clock, so a run can be repeated and resumed.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from embed_kcpd.errors import OptionsError, SimulationError
from embed_kcpd.progress import progress
from embed_kcpd.simulation.answers import Fault, read_answer
from embed_kcpd.simulation.corpus import Corpus, Sentence, appending, read_corpus
from embed_kcpd.simulation.prompts import PAPER, Prompt

TOPICS = ("soccer", "coffee", "AI", "travel", "dogs")
MEMORIES = (10, 20, 30)
SENTENCES = 500
MAX_ATTEMPTS = 6


class LanguageModel(Protocol):
    """Anything that answers a prompt; the same prompt and seed should give the same answer."""

    @property
    def name(self) -> str: ...

    @property
    def temperature(self) -> float: ...

    def answer(self, prompt: str, seed: int, *, is_chat: bool) -> str: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be written; the default is the paper's: 5 topics, 3 memories, 500 sentences."""

    topics: tuple[str, ...] = TOPICS
    memories: tuple[int, ...] = MEMORIES
    n_sentences: int = SENTENCES
    prompt: Prompt = PAPER
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.topics or not self.memories or self.n_sentences < 1:
            raise OptionsError("a plan needs at least one topic, one memory and one sentence")
        if min(self.memories) < 1:
            raise OptionsError(f"a memory must be at least 1 sentence, got {min(self.memories)}")

    def missing(self, corpus: Corpus) -> int:
        """How many sentences are still to be written."""
        keys = [(topic, memory) for topic in self.topics for memory in self.memories]
        return sum(max(0, self.n_sentences - len(corpus.get(key, ()))) for key in keys)


def generate(plan: Plan, model: LanguageModel, path: Path) -> Corpus:
    """Write what is missing of the plan to ``path``; what is there already is never asked again."""
    known = read_corpus(path)
    with appending(path) as appender, progress("Writing", plan.missing(known)) as advance:
        for topic in plan.topics:
            for memory in plan.memories:
                texts = list(known.get((topic, memory), ()))
                while len(texts) < plan.n_sentences:
                    sentence = _next_sentence(plan, model, topic, memory, texts)
                    appender.add(sentence)
                    texts.append(sentence.text)
                    advance(1)
    return read_corpus(path)


def _next_sentence(
    plan: Plan, model: LanguageModel, topic: str, memory: int, texts: Sequence[str]
) -> Sentence:
    previous = texts[-memory:]
    request = plan.prompt.text(topic, previous)
    for attempt in range(MAX_ATTEMPTS):
        seed = _seed(plan.seed, topic, memory, len(texts), attempt)
        answer = read_answer(model.answer(request, seed, is_chat=plan.prompt.is_chat), previous)
        is_last = attempt == MAX_ATTEMPTS - 1
        if answer.fault is None or (is_last and answer.fault is Fault.REPETITION):
            return Sentence(
                topic=topic,
                memory=memory,
                index=len(texts),
                text=answer.sentence,
                model=model.name,
                prompt=plan.prompt.name,
                temperature=model.temperature,
                seed=seed,
                attempts=attempt + 1,
                is_repetition=answer.fault is Fault.REPETITION,
            )
    raise SimulationError(
        f"{model.name} gave no usable sentence {len(texts)} on {topic!r} in {MAX_ATTEMPTS} "
        f"attempts (last: {answer.fault.value if answer.fault else ''}); what was written is "
        "kept, run again to go on, or choose another model"
    )


def _seed(base: int, topic: str, memory: int, index: int, attempt: int) -> int:
    """A 31-bit number that names the request."""
    return zlib.crc32(f"{base}/{topic}/{memory}/{index}/{attempt}".encode()) & 0x7FFFFFFF
