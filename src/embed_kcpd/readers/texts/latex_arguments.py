r"""Where the arguments and options of a command of LaTeX begin and end.

In:  the tokens of a file, and the number of one of them.
Out: the number of another: the brace or bracket that closes something, or the token after it.

An argument stands in braces that have a partner; an option in brackets that are not far apart,
since a bracket may also be text and is never closed then.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from embed_kcpd.readers.texts.latex_tokens import Kind, Token

_LONGEST_OPTION = 60
"""Tokens among which the bracket is looked for that closes an option."""

_LONGEST_HEAD = 1_000
"""The same where the head of a page stands in brackets."""

_LENGTH = re.compile(r"[-+]?[\d.,]+\s*(?:pt|mm|cm|in|ex|em|sp|bp|mu)\b")


@dataclass(frozen=True, slots=True)
class Arguments:
    """The tokens of a file, and for each that opens something the one that closes it."""

    tokens: Sequence[Token]
    ends: Mapping[int, int]

    def after_spaces(self, at: int) -> int:
        """The next token that is no space."""
        while at < len(self.tokens) and self.tokens[at].kind is Kind.space:
            at += 1
        return at

    def after_options(self, at: int) -> int:
        """The token after the options that stand here."""
        while (end := self.option_end(at)) is not None:
            at = end + 1
        return at

    def after_arguments(self, at: int, number: int) -> int:
        """The token after so many arguments."""
        at = self.after_options(at)
        for _ in range(number):
            argument = self.argument(at)
            if argument is None:
                break
            at = argument[1] + 1
        return at

    def argument(self, at: int) -> tuple[int, int] | None:
        """The braces of the next argument, options before it left out."""
        at = self.after_spaces(self.after_options(self.after_spaces(at)))
        end = self.ends.get(at) if self.opens_group(at) else None
        return None if end is None else (at, end)

    def option_end(self, at: int) -> int | None:
        """The bracket that closes the option that begins here; none after blank lines."""
        return self._bracket_end(at, _LONGEST_OPTION, over_paragraphs=False)

    def page_head_end(self, at: int) -> int | None:
        """The bracket that closes the head of a page, which may have paragraphs."""
        return self._bracket_end(at, _LONGEST_HEAD, over_paragraphs=True)

    def _bracket_end(self, at: int, longest: int, *, over_paragraphs: bool) -> int | None:
        if not self.is_text(at, "["):
            return None
        last = min(at + longest, len(self.tokens))
        at += 1
        while at < last:
            if self.tokens[at].kind is Kind.paragraph and not over_paragraphs:
                break
            if self.is_text(at, "]"):
                return at
            at = self.ends.get(at, at) + 1 if self.opens_group(at) else at + 1
        return None

    def after_length(self, at: int) -> int | None:
        """The token after a length such as ``2pt``; nothing where there is none."""
        length = _LENGTH.match(self.written(at, at + 3))
        if length is None:
            return None
        stop = self.tokens[at].start + length.end()
        while at < len(self.tokens) and self.tokens[at].end <= stop:
            at += 1
        return at

    def is_length(self, start: int, stop: int) -> bool:
        """Whether these tokens begin with a length."""
        return _LENGTH.match(self.written(start, stop)) is not None

    def written(self, start: int, stop: int) -> str:
        """The text of these tokens as it stands."""
        return "".join(token.text for token in self.tokens[start:stop])

    def is_text(self, at: int, text: str) -> bool:
        """Whether a token is this text."""
        if at >= len(self.tokens):
            return False
        return self.tokens[at].kind is Kind.text and self.tokens[at].text == text

    def opens_group(self, at: int) -> bool:
        """Whether a token is an opening brace."""
        return at < len(self.tokens) and self.tokens[at].kind is Kind.opening
