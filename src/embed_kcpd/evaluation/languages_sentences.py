"""How well sentences are found again in a text that was joined from them.

In:  documents whose units are sentences, and their language.
Out: ``SentenceRow``: precision and recall of the boundaries between sentences.

Sentences are joined as the language writes them: with a space, which is all that parts them in
Thai, and with nothing in Chinese.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from embed_kcpd.evaluation.document import Document
from embed_kcpd.text.language_names import NAMES
from embed_kcpd.text.sentences import Sentences

JOINED_WITHOUT_SPACE = ("zh", "ja")


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """Boundaries between sentences: right, invented and missed."""

    language: str
    right: int
    invented: int
    missed: int

    @property
    def name(self) -> str:
        return NAMES[self.language]

    @property
    def precision(self) -> float:
        return 100 * self.right / max(1, self.right + self.invented)

    @property
    def recall(self) -> float:
        return 100 * self.right / max(1, self.right + self.missed)


def sentence_row(code: str, documents: Sequence[Document]) -> SentenceRow:
    """Sentences of one language, joined and split again by the rules of that language."""
    counts = [_counts(document.units, code) for document in documents]
    right, invented, missed = (sum(column) for column in zip(*counts, strict=True))
    return SentenceRow(code, right, invented, missed)


def _counts(sentences: Sequence[str], code: str) -> tuple[int, int, int]:
    gap = "" if code in JOINED_WITHOUT_SPACE else " "
    true = {*accumulate(len(sentence) + len(gap) for sentence in sentences[:-1])}
    units = Sentences(code).split(gap.join(sentences))
    split = {unit.start for unit in units[1:]}
    return len(true & split), len(split - true), len(true - split)
