r"""What a command of LaTeX prints by itself: its body, an accent, a sign, or nothing.

In:  how far a file has been read, and a command.
Out: where to go on.

The arguments of a command that nobody knows here are text, its options are not.
"""

from embed_kcpd.readers.texts.latex_definitions import Macro
from embed_kcpd.readers.texts.latex_reading import Reading
from embed_kcpd.readers.texts.latex_signs import ACCENTS, SIGNS
from embed_kcpd.readers.texts.latex_tokens import Token


def printed(reading: Reading, at: int) -> int:
    """A command that prints something by itself, or that nobody knows here."""
    token = reading.arguments.tokens[at]
    name = token.text
    if name in reading.macros:
        _macro(reading, token, reading.macros[name])
    elif name in ACCENTS and not reading.in_formula:
        return _accent(reading, at)
    elif name in SIGNS:
        _sign(reading, token, SIGNS[name])
    else:
        return _unknown(reading, at)
    return at + 1


def _macro(reading: Reading, token: Token, macro: Macro) -> None:
    is_spaced = _has_space(token) and (macro.is_spaced or reading.in_formula)
    reading.writing.say(macro.text + " " * is_spaced, token)


def _accent(reading: Reading, at: int) -> int:
    """The accent waits for its letter; on nothing it stands for itself."""
    arguments = reading.arguments
    token = arguments.tokens[at]
    if arguments.opens_group(at + 1) and arguments.ends.get(at + 1) == at + 2:
        reading.writing.say(token.text if token.text in "~^" else "", token)
        return at + 3
    reading.writing.accent = ACCENTS[token.text]
    return at + 1


def _sign(reading: Reading, token: Token, said: str) -> None:
    """A sign; in a formula the spaces around it are those of the file."""
    if reading.in_formula:
        before = reading.writing.frame.parts[-1:]
        is_word = len(said) > 1 and said.isalpha()
        said = " " * (is_word and bool(before) and before[0][-1:].isalnum()) + said
        said += " " * _has_space(token)
    reading.writing.say(said, token)


def _unknown(reading: Reading, at: int) -> int:
    """A command that prints nothing: its options are left out, its arguments are read on."""
    token = reading.arguments.tokens[at]
    has_options = token.text.isalpha() and not _has_space(token)
    after = reading.arguments.after_options(at + 1) if has_options else at + 1
    reading.part_arguments(after)
    return after


def _has_space(token: Token) -> bool:
    """Whether white space, or a star, stands after the name of a command."""
    return token.end > token.start + 1 + len(token.text)
