"""Summaries written by a chat model: one sentence for each segment.

In:  the segments, and a function that asks a model.
Out: a sentence for each, empty wherever the model wrote none that can be used.
"""

import re
from collections.abc import Sequence

from embed_kcpd.annotations.chat import Answers, Ask, answers

MOST_CHARACTERS = 12_000
"""Characters of a segment that are shown to the model: about a quarter of an hour of speech."""
LONGEST_ANSWER = 400
"""Characters of an answer that is still one sentence."""

_LABEL = re.compile(r"^\W*summary\W*:", re.IGNORECASE)
_WRAPPING = ' \t"“”«»*_`#'


def chat_summaries(segments: Sequence[str], ask: Ask) -> Answers:
    """What the model says each segment is about.

    >>> chat_summaries(["We bake bread."], lambda prompt: "**Summary:** Bread is baked.")
    Answers(texts=('Bread is baked.',), trouble=None)
    """
    prompts = [summary_prompt(segment) for segment in segments]
    return answers(prompts, [""] * len(prompts), ask, cleaned_summary)


def summary_prompt(segment: str) -> str:
    return (
        "Summarise the passage below in one sentence of at most thirty words, in the language of "
        "the passage. Answer with the sentence alone.\n\n"
        f"{segment[:MOST_CHARACTERS].strip()}"
    )


def cleaned_summary(answer: str) -> str:
    """The first paragraph of an answer without label and quotation marks; empty if too long.

    >>> cleaned_summary("Summary: Bread\\nis baked.\\n\\nI hope this helps"), cleaned_summary("...")
    ('Bread is baked.', '')
    """
    paragraph = re.split(r"\n\s*\n", answer.strip())[0]
    summary = " ".join(_LABEL.sub("", paragraph).strip(_WRAPPING + "\n").split())
    is_sentence = len(summary) <= LONGEST_ANSWER and any(map(str.isalnum, summary))
    return summary if is_sentence else ""
