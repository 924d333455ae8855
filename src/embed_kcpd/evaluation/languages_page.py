"""The generated parts of the page about languages.

In:  measured rows.
Out: the tables that stand on the page, by the name of their part.
"""

from collections.abc import Sequence
from statistics import fmean

from embed_kcpd.encoders.by_language import MULTILINGUAL_LANGUAGES
from embed_kcpd.evaluation.languages import LanguageRow
from embed_kcpd.evaluation.languages_sentences import SentenceRow
from embed_kcpd.evaluation.page_parts import markdown_table


def tables(rows: Sequence[LanguageRow], sentences: Sequence[SentenceRow]) -> dict[str, str]:
    """The table of each part that was measured."""
    parts = {}
    if rows:
        parts["languages"] = errors_table(rows)
    if sentences:
        parts["sentences"] = sentences_table(sentences)
    return parts


def errors_table(rows: Sequence[LanguageRow]) -> str:
    """Pk by language and encoder, in Markdown: told the number of segments / told nothing / told
    nothing where documents follow each other.

    The encoder that is used by itself is printed in bold.
    """
    encoders = list(dict.fromkeys(row.encoder for row in rows))
    languages = list(dict.fromkeys(row.language for row in rows))
    by_key = {(row.language, row.encoder): row for row in rows}
    lines = [
        _line([by_key[code, encoder] for encoder in encoders if (code, encoder) in by_key])
        for code in languages
    ]
    heads = ("language", "detected", *encoders)
    return markdown_table(heads, [*lines, *_mean_lines(rows, encoders)])


def sentences_table(rows: Sequence[SentenceRow]) -> str:
    """Precision and recall of sentence boundaries by language, in Markdown."""
    cells = [
        (row.name, str(row.right + row.missed), f"{row.precision:.1f}", f"{row.recall:.1f}")
        for row in rows
    ]
    return markdown_table(("language", "boundaries", "precision", "recall"), cells)


def _line(rows: Sequence[LanguageRow]) -> list[str]:
    first = rows[0]
    cells = [_cell([row], is_used=row.encoder == row.chosen) for row in rows]
    return [first.name, f"{first.detected} of {first.documents}", *cells]


def _cell(rows: Sequence[LanguageRow], is_used: bool = False) -> str:
    """The means over the rows."""
    means = (fmean(errors) for errors in zip(*(_errors(row) for row in rows), strict=True))
    text = " / ".join(f"{mean:.1f}" for mean in means)
    return f"**{text}**" if is_used else text


def _errors(row: LanguageRow) -> tuple[float, ...]:
    return row.told, row.default, row.joined


def _mean_lines(rows: Sequence[LanguageRow], encoders: Sequence[str]) -> list[list[str]]:
    """Means over the languages that the multilingual encoder knows; no line if there is none."""
    known = [row for row in rows if row.language in MULTILINGUAL_LANGUAGES]
    names = {row.language for row in known}
    if not known:
        return []
    cells = [_cell([row for row in known if row.encoder == encoder]) for encoder in encoders]
    return [[f"mean of the {len(names)} that multilingual knows", "", *cells]]
