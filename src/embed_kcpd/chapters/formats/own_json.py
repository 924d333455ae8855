"""Chapters in the JSON of embed-kcpd.

In:  chapters.
Out: ``chapters`` beside the fields of the shared schema.  ``docs/reference/chapters.schema.json``
     describes both.
"""

from embed_kcpd.chapters.chapter import Chapter, Chapters
from embed_kcpd.outputs.json_output import as_values, indented


def as_json(made: Chapters) -> str:
    """Indented JSON, one line break at its end."""
    return indented(chapter_values(made))


def chapter_values(made: Chapters) -> dict[str, object]:
    """Plain values."""
    compared = made.comparison
    return {
        "name": made.name,
        "chapters": [_values(chapter) for chapter in made.chapters],
        "parts": [_values(chapter) for chapter in made.parts],
        "comparison": None
        if compared is None
        else {
            "n_given": compared.n_given,
            "n_found": compared.n_found,
            "n_matched": compared.n_matched,
            "seconds": compared.seconds,
            "f1": compared.f1,
        },
        **as_values(made.result),
    }


def _values(chapter: Chapter) -> dict[str, object]:
    return {
        "start": chapter.start,
        "end": chapter.end,
        "title": chapter.title,
        "summary": chapter.summary,
        "keywords": list(chapter.keywords),
        "confidence": chapter.confidence,
        "start_unit": chapter.start_unit,
        "children": [_values(child) for child in chapter.children],
    }
