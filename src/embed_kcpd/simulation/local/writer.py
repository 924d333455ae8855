"""Several answers at once: each step adds one token to every text in the making.

In:  requests, as they come.
Out: answers, as they are finished.

A place that becomes free is taken by the next request in the same step, so the products with
the weights always serve as many texts as there are.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence

import numpy as np
import sentencex

from embed_kcpd.arrays import Vectors
from embed_kcpd.simulation.local.chain import Chain
from embed_kcpd.simulation.local.llama import Group, Llama
from embed_kcpd.simulation.local.sampling import draw
from embed_kcpd.simulation.local.tokens import Vocabulary
from embed_kcpd.simulation.requests import Request

PLACES = 15
ANSWER_TOKENS = 40
READ_AT_ONCE = 8
"""Sentences a text reads in one step when a run is resumed."""

RECENT_TOKENS = 128
"""What was written within this many tokens is made less likely."""

_USER, _ASSISTANT = "<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s+\S")


class Writer:
    """Keeps the texts it was asked about; a request must only show their last sentences."""

    def __init__(self, llama: Llama, vocabulary: Vocabulary, temperature: float) -> None:
        self._llama = llama
        self._vocabulary = vocabulary
        self._temperature = temperature
        self._chains: dict[tuple[str, str, int], Chain] = {}

    def answers(self, waiting: deque[Request]) -> Iterator[tuple[Request, str]]:
        drafts: list[Draft] = []
        while waiting or drafts:
            while waiting and len(drafts) < PLACES:
                drafts.append(self._draft(waiting.popleft()))
            groups = [group for draft in drafts for group in draft.groups()]
            scores = iter(self._llama.scores(groups))
            for draft in drafts:
                draft.advance([next(scores) for _ in range(draft.n_groups)])
            finished = [draft for draft in drafts if draft.is_finished]
            drafts = [draft for draft in drafts if not draft.is_finished]
            for draft in finished:
                yield draft.request, draft.text

    def _draft(self, request: Request) -> "Draft":
        prompt, topic = request.prompt, request.topic
        heading, closing = prompt.before(topic), prompt.after(topic)
        if prompt.is_chat:
            heading, closing = _USER + heading, closing + _ASSISTANT
        tokens = self._vocabulary.tokens
        key = (prompt.name, topic, request.memory)
        if key not in self._chains:
            self._chains[key] = Chain(self._llama, tokens(heading))
        return Draft(
            request, self._chains[key], self._vocabulary, tokens(closing), self._temperature
        )


class Draft:
    """A request on its way: sentences to be read, the closing words, tokens one by one."""

    def __init__(
        self,
        request: Request,
        chain: Chain,
        vocabulary: Vocabulary,
        closing: Sequence[int],
        temperature: float,
    ) -> None:
        self.request = request
        self.is_finished = False
        self.text = ""
        self._chain, self._vocabulary, self._temperature = chain, vocabulary, temperature
        self._rng = np.random.default_rng(request.seed)
        self._unread = list(chain.forget(request.previous))
        self._next: Sequence[int] = closing
        self._tokens: list[int] = []
        self._groups: list[Group] = []

    @property
    def n_groups(self) -> int:
        return len(self._groups)

    def groups(self) -> Sequence[Group]:
        """What this draft wants read in the step to come."""
        if self._unread:
            texts = self._unread[:READ_AT_ONCE]
            self._groups = [
                self._chain.group(self._vocabulary.tokens(" " + text)) for text in texts
            ]
        else:
            if not self._tokens:
                self._size = self._chain.context.size
            self._groups = [Group(self._chain.context, self._next)]
        return self._groups

    def advance(self, scores: Sequence[Vectors]) -> None:
        """Take in what the step brought: sentences that were read, or scores to draw from."""
        if self._unread:
            for text, group in zip(self._unread, self._groups, strict=False):
                self._chain.remember(text, group)
            self._unread = self._unread[len(self._groups) :]
            return
        recent = [*self._chain.recent, *self._tokens][-RECENT_TOKENS:]
        token = draw(scores[0], recent, self._temperature, self._rng)
        if token not in self._vocabulary.control:
            self._tokens.append(token)
            self._next = [token]
            self.text = self._vocabulary.text(self._tokens)
            if len(self._tokens) < ANSWER_TOKENS and not holds_a_sentence(self.text):
                return
        self.is_finished = True
        self._chain.context.keep_first(self._size)


def holds_a_sentence(text: str) -> bool:
    """Whether a first sentence or line is over, because another began.

    >>> holds_a_sentence("U.S. teams win"), holds_a_sentence("They win. We")
    (False, True)
    """
    text = text.lstrip()
    if "\n" in text:
        return True
    return bool(_SENTENCE_END.search(text)) and len(list(sentencex.segment("en", text))) > 1
