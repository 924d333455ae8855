"""One text in the making: the sentences the model may see, read once each.

In:  the last m sentences.
Out: a context that holds the heading and these sentences, and nothing else.

Each sentence is read by itself after the heading, so what is kept of it cannot depend on older
sentences.  The sentence that is written next attends to the heading, to the m sentences and to
the closing words of the prompt: its memory is exactly m, and the work for it does not grow
with m.  Had the sentences been read one after the other, each would carry traces of those
before it, and a window over them would leak; reading the whole window again for every sentence
avoids that too, at m times the work.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.simulation.local.context import Context
from embed_kcpd.simulation.local.llama import Group, Llama
from embed_kcpd.simulation.local.rotation import turned


class Chain:
    """A context of the heading and of the sentences in view."""

    def __init__(self, llama: Llama, heading: Sequence[int]) -> None:
        self._llama = llama
        self._heading = Group(llama.context(), heading)
        llama.scores([self._heading])
        self.context = llama.context()
        self._read: list[tuple[str, tuple[int, ...]]] = []

    @property
    def recent(self) -> list[int]:
        """The tokens of the sentences in view, oldest first."""
        return [token for _, tokens in self._read for token in tokens]

    def forget(self, sentences: Sequence[str]) -> Sequence[str]:
        """Drop what ``sentences`` do not begin with; those that are still to be read."""
        while self._read and [text for text, _ in self._read] != list(sentences[: len(self._read)]):
            _, tokens = self._read.pop(0)
            self.context.drop_first(len(tokens))
        self._put_heading()
        return sentences[len(self._read) :]

    def group(self, tokens: Sequence[int]) -> Group:
        """A sentence to be read after the heading alone."""
        context, heading = self._llama.context(), self._heading.context
        context.put(*_newest(heading, len(self._heading.tokens)), at=0)
        return Group(context, tokens)

    def remember(self, text: str, group: Group) -> None:
        """Append a sentence that was read."""
        self._put(group, at=self.context.size)
        self._read.append((text, tuple(group.tokens)))

    def _put_heading(self) -> None:
        """The heading stands directly before the oldest sentence."""
        self._put(self._heading, at=0)

    def _put(self, group: Group, at: int) -> None:
        """Tokens that were read elsewhere, their keys turned to the new place."""
        keys, values = _newest(group.context, len(group.tokens))
        read_at = group.context.next_position - len(group.tokens)
        moved = self.context.first_position + at - read_at
        self.context.put(
            turned(keys, np.full(len(group.tokens), moved), self._llama.base), values, at
        )


def _newest(context: Context, count: int) -> tuple[Vectors, Vectors]:
    part = slice(context.size - count, context.size)
    return context.keys[:, :, part], context.values[:, :, part]
