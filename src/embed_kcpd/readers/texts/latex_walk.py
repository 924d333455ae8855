r"""The walk over the tokens of LaTeX: each is text, or a command or environment that is read.

In:  a reading that stands at a token, and the token at which to stop.
Out: the same reading, with what those tokens say, define and name.

The second of two passes.  Most commands are left out and their arguments are read on, by the same
walk; only a few tokens whose text is needed at once (a title before the document, what a command
prints) are read apart.
"""

import re

from embed_kcpd.readers.texts import latex_commands as known
from embed_kcpd.readers.texts.latex_definitions import Macro, definition
from embed_kcpd.readers.texts.latex_environments import begin_environment
from embed_kcpd.readers.texts.latex_formulas import dollar_formula
from embed_kcpd.readers.texts.latex_gaps import GAP
from embed_kcpd.readers.texts.latex_printing import printed
from embed_kcpd.readers.texts.latex_reading import Reading
from embed_kcpd.readers.texts.latex_signs import LIGATURES
from embed_kcpd.readers.texts.latex_special_commands import SPECIAL_COMMANDS
from embed_kcpd.readers.texts.latex_tokens import Kind, Token
from embed_kcpd.readers.texts.latex_writing import Frame, What, Writing

_BRACES = (Kind.opening, Kind.closing)
_PARENTHESIS = re.compile(r"\([lr]{1,2}\)")


def walk(reading: Reading, start: int, stop: int) -> None:
    """Read these tokens, and close whatever they leave open."""
    at = start
    while at < stop:
        reading.close_until(at)
        at = max(_step(reading, at), at + 1)
    reading.close_until(stop)
    reading.writing.close_inner()


def text_apart(reading: Reading, start: int, stop: int) -> str:
    """What a few tokens say on their own."""
    apart = Reading(reading.arguments, Writing(Frame(What.text, stop)), reading.macros)
    walk(apart, start, stop)
    return apart.writing.frame.take()


def define(reading: Reading, at: int) -> int | None:
    """Remember what a command defines; the token after it, nothing where it defines nothing."""
    defined = definition(reading.arguments, at)
    if defined is None:
        return None
    if (command := defined.command) is not None:
        text = text_apart(reading, command.start, command.stop)
        reading.macros[command.name] = Macro(text, command.is_spaced)
    if defined.theorem is not None:
        reading.theorems.add(defined.theorem)
    return defined.after


def _step(reading: Reading, at: int) -> int:
    """Read one token, with its arguments where they are no text; where to go on."""
    token = reading.arguments.tokens[at]
    if at in reading.instead:
        reading.writing.say(reading.instead.pop(at), token)
    elif token.kind is Kind.command:
        return _command(reading, at)
    elif token.kind is Kind.dollar:
        return dollar_formula(reading, at)
    elif token.kind is Kind.begin:
        return begin_environment(reading, at)
    elif token.kind is Kind.end:
        if token.text not in known.INLINE and not reading.in_formula:
            reading.writing.end_paragraph()
    elif token.kind is Kind.paragraph:
        reading.writing.end_paragraph()
    elif token.kind in (Kind.text, Kind.space, Kind.verbatim):
        _text(reading, token)
    return at + 1


def _text(reading: Reading, token: Token) -> None:
    if token.text == "&" and token.kind is Kind.text:
        if reading.in_row:
            reading.writing.end_cell()
        else:
            reading.writing.say(" ", token)
    elif token.kind is Kind.text and (token.text == "~" or not reading.in_formula):
        reading.writing.say(LIGATURES.get(token.text, token.text), token)
    else:
        reading.writing.say(token.text, token)


def _command(reading: Reading, at: int) -> int:
    name = reading.arguments.tokens[at].text
    after = define(reading, at)
    if after is not None:
        return after
    if name in known.HEADINGS or name in known.NOTES or name == "caption":
        return _set_apart(reading, at)
    if name in known.SILENT:
        return _silent(reading, at)
    return SPECIAL_COMMANDS.get(name, printed)(reading, at)


def _set_apart(reading: Reading, at: int) -> int:
    """A heading, a note or a caption: its argument has a frame."""
    name = reading.arguments.tokens[at].text
    argument = reading.arguments.argument(at + 1)
    if argument is None:
        return at + 1
    if name in known.HEADINGS:
        level = known.HEADINGS[name]
        reading.open(What.heading, at, argument[1], level)
        reading.has_title = reading.has_title or level == known.HEADINGS["title"]
    else:
        what = What.note if name in known.NOTES else What.caption
        reading.open(what, at, argument[1])
    return argument[0] + 1


def _silent(reading: Reading, at: int) -> int:
    """A command whose first arguments are no text."""
    tokens = reading.arguments.tokens
    name = tokens[at].text
    after = at + 1
    if name == "cmidrule" and after < len(tokens):
        after += _PARENTHESIS.fullmatch(tokens[after].text) is not None
    after = reading.arguments.after_arguments(after, known.SILENT[name])
    if name in known.CITATIONS:
        reading.writing.add(GAP)
    if name in known.FILES:
        named = (token for token in tokens[at + 1 : after] if token.kind not in _BRACES)
        reading.files.append("".join(token.text for token in named).strip())
    return after
