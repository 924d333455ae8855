"""The generator: topic documents written one sentence at a time.

In:  a plan, a language model, a file.
Out: the file, with every sentence of the plan.

Each sentence is asked for with the topic and the last ``memory`` sentences alone, so the
text is a Markov chain of that order.  The seed of a request depends on its place in the
plan and on the attempt, never on the clock, so a run can be repeated and resumed.
"""

import zlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from embed_kcpd.errors import OptionsError, SimulationError
from embed_kcpd.progress import progress
from embed_kcpd.simulation.answers import Answer, Fault, read_answer
from embed_kcpd.simulation.corpus import Corpus, Sentence, TopicKey, appending, read_corpus
from embed_kcpd.simulation.prompts import PAPER, Prompt
from embed_kcpd.simulation.requests import LanguageModel, Request

TOPICS = ("soccer", "coffee", "AI", "travel", "dogs")
MEMORIES = (10, 20, 30)
SENTENCES = 500
MAX_ATTEMPTS = 12


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

    @property
    def keys(self) -> tuple[TopicKey, ...]:
        return tuple((topic, memory) for topic in self.topics for memory in self.memories)

    def missing(self, corpus: Corpus) -> int:
        """How many sentences are still to be written."""
        return sum(max(0, self.n_sentences - len(corpus.get(key, ()))) for key in self.keys)

    def request(self, key: TopicKey, texts: Sequence[str], attempt: int = 0) -> Request:
        """What is asked for the sentence after ``texts``."""
        topic, memory = key
        index = len(texts)
        return Request(
            topic=topic,
            memory=memory,
            index=index,
            attempt=attempt,
            previous=tuple(texts[-memory:]),
            prompt=self.prompt,
            seed=_seed(self.seed, topic, memory, index, attempt),
        )


def generate(plan: Plan, model: LanguageModel, path: Path) -> Corpus:
    """Write what is missing of the plan to ``path``; what is there already is never asked again.

    The texts take turns, so all of them grow together.  One for which the model finds no sentence
    is given up, the others are written to their end, and then the error is raised.
    """
    known = read_corpus(path)
    texts = {key: list(known.get(key, ())) for key in plan.keys}
    waiting = deque(
        plan.request(key, texts[key])
        for key in sorted(texts, key=lambda key: len(texts[key]))
        if len(texts[key]) < plan.n_sentences
    )
    given_up: list[SimulationError] = []
    with appending(path) as appender, progress("Writing", plan.missing(known)) as advance:
        for request, said in model.answers(waiting):
            answer, key = read_answer(said, request.previous), (request.topic, request.memory)
            if is_over(request, answer):
                given_up.append(_no_sentence(request, answer))
            elif is_kept(request, answer):
                appender.add(_sentence(request, answer, model))
                texts[key].append(answer.sentence)
                advance(1)
                if len(texts[key]) < plan.n_sentences:
                    waiting.append(plan.request(key, texts[key]))
            else:
                waiting.append(plan.request(key, texts[key], request.attempt + 1))
    if given_up:
        raise given_up[0]
    return read_corpus(path)


def is_kept(request: Request, answer: Answer) -> bool:
    """Whether the answer is a sentence, or a repetition after the last attempt."""
    return answer.fault is None or _is_last(request)


def is_over(request: Request, answer: Answer) -> bool:
    """Whether the last attempt brought nothing that can be kept."""
    return _is_last(request) and answer.fault not in (None, Fault.REPETITION)


def _is_last(request: Request) -> bool:
    return request.attempt == MAX_ATTEMPTS - 1


def _no_sentence(request: Request, answer: Answer) -> SimulationError:
    """The same seed would only bring the same answers again."""
    return SimulationError(
        f"no usable sentence {request.index} on {request.topic!r} (memory {request.memory}) in "
        f"{MAX_ATTEMPTS} attempts (last: {answer.fault.value if answer.fault else ''}); what was "
        "written is kept, run again with another seed to go on, or choose another model"
    )


def _sentence(request: Request, answer: Answer, model: LanguageModel) -> Sentence:
    return Sentence(
        topic=request.topic,
        memory=request.memory,
        index=request.index,
        text=answer.sentence,
        model=model.name,
        prompt=request.prompt.name,
        temperature=model.temperature,
        seed=request.seed,
        attempts=request.attempt + 1,
        is_repetition=answer.fault is Fault.REPETITION,
    )


def _seed(base: int, topic: str, memory: int, index: int, attempt: int) -> int:
    """A 31-bit number that names the request."""
    return zlib.crc32(f"{base}/{topic}/{memory}/{index}/{attempt}".encode()) & 0x7FFFFFFF
