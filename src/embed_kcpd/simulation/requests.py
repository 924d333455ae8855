"""What is asked of a language model, and the models that can be asked.

In:  a topic and the sentences before.
Out: a request; from a model, its answers.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from embed_kcpd.simulation.prompts import Prompt


@dataclass(frozen=True, slots=True)
class Request:
    """The next sentence on ``topic`` after ``previous``, at most ``memory`` sentences.

    ``index`` is its place in the text and ``attempt`` counts how often it was asked for before;
    with the plan's seed they make up ``seed``, which names the request.
    """

    topic: str
    memory: int
    index: int
    attempt: int
    previous: tuple[str, ...]
    prompt: Prompt
    seed: int

    @property
    def text(self) -> str:
        return self.prompt.text(self.topic, self.previous)


class LanguageModel(Protocol):
    """Anything that answers requests; the same request should have the same answer."""

    @property
    def name(self) -> str: ...

    @property
    def temperature(self) -> float: ...

    def answers(self, waiting: deque[Request]) -> Iterator[tuple[Request, str]]:
        """Take requests from the front until none is left; more may come between two answers."""
        ...


def one_by_one(
    waiting: deque[Request], answer: Callable[[Request], str]
) -> Iterator[tuple[Request, str]]:
    """The answers of a model that takes one request at a time."""
    while waiting:
        request = waiting.popleft()
        yield request, answer(request)
