"""What a chat model writes about each segment.

In:  a prompt for each segment, and a function that asks a model.
Out: the answers that can be used; what was there before wherever there is none.

After the first failure no more is asked: a server that is away would be waited for again and
again, once for each segment.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embed_kcpd.errors import EmbedKcpdError

Ask = Callable[[str], str]
"""A prompt to the answer of a model."""


@dataclass(frozen=True, slots=True)
class Answers:
    """One text for each segment; ``trouble`` says why the model was not asked to the end."""

    texts: tuple[str, ...]
    trouble: str | None = None


def answers(
    prompts: Sequence[str], plain: Sequence[str], ask: Ask, cleaned: Callable[[str], str]
) -> Answers:
    """The cleaned answer to each prompt, the plain text where nothing is left of it.

    >>> answers(["a", "b"], ["one", "two"], lambda prompt: "" if prompt == "a" else "B", str)
    Answers(texts=('one', 'B'), trouble=None)
    """
    made = list(plain)
    for number, prompt in enumerate(prompts):
        try:
            answer = ask(prompt)
        except EmbedKcpdError as error:
            return Answers(tuple(made), str(error))
        made[number] = cleaned(answer) or made[number]
    return Answers(tuple(made))
