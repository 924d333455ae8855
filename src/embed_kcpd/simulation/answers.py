"""From what a model answered to the one sentence that is kept.

In:  an answer, and the sentences the model was shown.
Out: a sentence, or the reason why there is none.

The rule, in this order:

1. list marks, quotation marks and white space around the answer are taken off;
2. an answer that begins like a refusal is refused;
3. of several sentences the first is kept;
4. fewer than three words, or no closing mark, is an unfinished sentence;
5. a sentence the model was just shown is a repetition.

After the last attempt a repetition is kept, since small models run in circles; nothing else is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import sentencex

MIN_WORDS = 3

_MARKS = re.compile(r"^(?:[-*•–]+|\(?\d{1,3}[.)])\s+")
_REFUSAL = re.compile(
    r"^(?:i['’]m sorry|i am sorry|sorry[,.]|i can(?:no|['’])t\b|i cannot|i am unable|"
    r"i['’]m unable|as an ai (?:language )?model)",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"[.!?…。！？؟।][\"'”’)\]]*$")


class Fault(Enum):
    """Why an answer was not kept."""

    EMPTY = "empty"
    REFUSAL = "a refusal"
    UNFINISHED = "an unfinished sentence"
    REPETITION = "a repetition"


@dataclass(frozen=True, slots=True)
class Answer:
    """The sentence in an answer, and what is wrong with it, if anything is."""

    sentence: str
    fault: Fault | None


def read_answer(answer: str, previous: Sequence[str]) -> Answer:
    """Apply the rule to one answer.

    >>> read_answer('- "Dogs bark loudly. They also sleep."', [])
    Answer(sentence='Dogs bark loudly.', fault=None)
    >>> read_answer("I'm sorry, I can't help with that.", []).fault
    <Fault.REFUSAL: 'a refusal'>
    """
    text = _MARKS.sub("", " ".join(answer.split())).strip("\"'“”‘’ ")
    if not text:
        return Answer("", Fault.EMPTY)
    if _REFUSAL.match(text):
        return Answer(text, Fault.REFUSAL)
    sentence = next(iter(sentencex.segment("en", text))).strip()
    if len(sentence.split()) < MIN_WORDS or not _CLOSED.search(sentence):
        return Answer(sentence, Fault.UNFINISHED)
    return Answer(sentence, Fault.REPETITION if sentence in previous else None)
