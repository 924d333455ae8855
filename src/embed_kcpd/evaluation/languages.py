"""One data set in fourteen languages: errors by language and encoder.

In:  the folder of the parallel set, encoders by name.
Out: ``LanguageRow``s: the error told the number of segments, told nothing, and told nothing where
     documents follow each other in one text.

The documents and boundaries are the same in every language, so what differs is how well the
encoder reads it.  The road is the product's own: ``segment_units`` with one setting changed.
"""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

from embed_kcpd.encoders import Encoder
from embed_kcpd.encoders.by_language import encoder_for
from embed_kcpd.errors import InputError, LanguageWarning
from embed_kcpd.evaluation.datasets import data_folder, read_documents
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.metrics import pk
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.pipeline import segment_units
from embed_kcpd.settings import Settings
from embed_kcpd.text.language import detect_language, known_language
from embed_kcpd.text.language_names import NAMES

FOLDER = "pud"

IN_ONE_TEXT = 4
"""Documents that are joined to a longer text."""

CODES: Mapping[str, str] = {
    **{"english": "en", "german": "de", "french": "fr", "spanish": "es", "portuguese": "pt"},
    **{"polish": "pl", "russian": "ru", "turkish": "tr", "arabic": "ar", "thai": "th"},
    **{"chinese": "zh", "korean": "ko", "hindi": "hi", "finnish": "fi"},
}
"""Language of each file of the set."""


@dataclass(frozen=True, slots=True)
class LanguageRow:
    """One encoder on one language; errors are mean Pk over the documents, in percent.

    ``joined`` is the error where four documents follow each other in one text.
    ``detected`` counts the documents whose language was detected rightly, ``chosen`` is the
    encoder that is used where none is asked for.
    """

    language: str
    encoder: str
    documents: int
    detected: int
    chosen: str
    told: float
    default: float
    joined: float

    @property
    def name(self) -> str:
        return NAMES[self.language]


def parallel_documents(folder: Path | None) -> dict[str, tuple[Document, ...]]:
    """The documents of each language, by its code."""
    place = (data_folder() if folder is None else folder) / FOLDER
    missing = [name for name in CODES if not (place / f"{name}.jsonl").is_file()]
    if missing:
        raise InputError(
            f"{place} lacks {missing[0]}.jsonl; it should hold the parallel documents made from "
            "the PUD treebanks of Universal Dependencies, one file for each language"
        )
    return {code: read_documents(place / f"{name}.jsonl") for name, code in CODES.items()}


def language_row(
    code: str, documents: Sequence[Document], name: str, encoder: Encoder
) -> LanguageRow:
    """The errors of one encoder on the documents of one language."""
    detected = [detect_language(text_of(document)).code for document in documents]
    usual = Counter(detected).most_common(1)[0][0]
    settings = Settings(encoder=encoder, language=code, confidence=False)
    with warnings.catch_warnings():
        # How well an encoder reads a language that it does not know is measured here.
        warnings.simplefilter("ignore", LanguageWarning)
        pairs = [_errors(document, settings) for document in documents]
        joined = fmean(_error(document, settings) for document in in_longer_texts(documents))
    return LanguageRow(
        language=code,
        encoder=name,
        documents=len(documents),
        detected=detected.count(code),
        chosen=encoder_for(known_language(usual)).name,
        told=100 * fmean(told for told, _ in pairs),
        default=100 * fmean(default for _, default in pairs),
        joined=100 * joined,
    )


def in_longer_texts(documents: Sequence[Document]) -> list[Document]:
    """Every four documents as one, where each but the first begins a segment; fewer at the end.

    >>> [text.boundaries for text in in_longer_texts([Document("a", ("b", "c"), (1,))] * 5)]
    [(1, 2, 3, 4, 5, 6, 7), (1,)]
    """
    texts = []
    for first in range(0, len(documents), IN_ONE_TEXT):
        units: list[str] = []
        starts: list[int] = []
        for document in documents[first : first + IN_ONE_TEXT]:
            starts += [len(units), *(len(units) + start for start in document.boundaries)]
            units += document.units
        texts.append(Document(documents[first].id, tuple(units), tuple(starts[1:])))
    return texts


def text_of(document: Document) -> str:
    """The document as one text, its sentences on lines of their own."""
    return "\n".join(document.units)


def _errors(document: Document, settings: Settings) -> tuple[float, float]:
    """Pk told the number of segments, and told nothing."""
    told = replace(settings, granularity=SegmentCount(document.n_segments))
    return _error(document, told), _error(document, settings)


def _error(document: Document, settings: Settings) -> float:
    cuts = segment_units(document.units, settings).boundaries
    return pk(document.boundaries, cuts, document.n_units)
