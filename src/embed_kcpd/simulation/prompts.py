"""What a language model is asked.

In:  a topic, and the sentences it may remember.
Out: the text of one request.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template with ``{topic}`` and ``{sentences}``.

    ``is_chat`` tells whether a model answers it as an instruction or simply writes on.
    """

    name: str
    template: str
    is_chat: bool

    def before(self, topic: str) -> str:
        """What stands before the sentences."""
        return self.template.partition("{sentences}")[0].format(topic=topic)

    def after(self, topic: str) -> str:
        """What stands behind them."""
        return self.template.partition("{sentences}")[2].format(topic=topic)

    def text(self, topic: str, previous: Sequence[str]) -> str:
        """The request for the sentence after ``previous``.

        >>> PAPER.text("tea", ["Tea is hot."])[-30:]
        'with one sentence. Tea is hot.'
        """
        return (self.before(topic) + " ".join(previous) + self.after(topic)).strip()


PAPER = Prompt(
    "paper",
    "Give me one more sentence to naturally continue the text specific on {topic}. "
    "Do not add any preamble just answer with one sentence. {sentences}",
    is_chat=True,
)
"""The fixed prompt of the paper (appendix "m-dependent Data Generation")."""

FACTS = Prompt(
    "facts",
    "An article about {topic}.\n\n{sentences}\n\nMore facts about {topic}:",
    is_chat=False,
)
"""For models too small to follow the paper's instruction: they write on, the topic fresh."""

SMALL = Prompt(
    "small",
    "Short facts about {topic}:{sentences}\n\n"
    "Write one more fact about {topic} in a few simple words.",
    is_chat=True,
)
"""For small models that follow instructions: the instruction last, the topic in it."""

PROMPTS = {prompt.name: prompt for prompt in (PAPER, FACTS, SMALL)}
