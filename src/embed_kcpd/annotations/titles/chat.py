"""Titles written by a chat model.

In:  the segments with their plain titles, and a function that asks a model.
Out: the titles the model wrote; the plain one wherever it wrote none that can be used.
"""

import re
from collections.abc import Sequence

from embed_kcpd.annotations.chat import Answers, Ask, answers

MOST_CHARACTERS = 4_000
"""Characters of a segment that are shown to the model."""
LONGEST_ANSWER = 80
"""Characters of an answer that is still a title."""

_LABEL = re.compile(r"^\W*title\s*:", re.IGNORECASE)
_WRAPPING = " \t\"'“”‘’«»*_`#."


def chat_titles(segments: Sequence[str], plain: Sequence[str], ask: Ask) -> Answers:
    """What the model calls each segment.

    >>> chat_titles(["We bake bread."], ["bread"], lambda prompt: '**Title:** "Baking bread."')
    Answers(texts=('Baking bread',), trouble=None)
    """
    return answers([title_prompt(segment) for segment in segments], plain, ask, cleaned)


def title_prompt(segment: str) -> str:
    return (
        "Write a title for the passage below: two to seven words, in the language of the passage, "
        "saying what it is about. Answer with the title alone.\n\n"
        f"{segment[:MOST_CHARACTERS].strip()}"
    )


def cleaned(answer: str) -> str:
    """The title in an answer without quotation marks and labels; empty where there is none.

    >>> cleaned("Title: “Harvest”\\nI hope this helps"), cleaned("x" * 200)
    ('Harvest', '')
    """
    lines = [line for line in answer.splitlines() if line.strip()]
    title = _LABEL.sub("", lines[0]).strip(_WRAPPING) if lines else ""
    is_title = 0 < len(title) <= LONGEST_ANSWER and any(map(str.isalnum, title))
    return " ".join(title.split()) if is_title else ""
