r"""How far a file of LaTeX has been read: what every command and environment may look up or change.

In:  the tokens of a file, what its commands print, where its text goes.
Out: the same, with what has been read so far.

A formula inside a line is open up to a token.  A token may have text of its own instead of what
it would say, such as the bar of a fraction for the brace between its halves.
"""

from dataclasses import dataclass, field

from embed_kcpd.readers.texts.latex_arguments import Arguments
from embed_kcpd.readers.texts.latex_commands import THEOREMS
from embed_kcpd.readers.texts.latex_definitions import Macro
from embed_kcpd.readers.texts.latex_writing import Frame, What, Writing
from embed_kcpd.text.places import SourceSpan


@dataclass(slots=True)
class Reading:
    """The tokens of a file, and what has been read of them."""

    arguments: Arguments
    writing: Writing
    macros: dict[str, Macro] = field(default_factory=dict)
    theorems: set[str] = field(default_factory=lambda: set(THEOREMS))
    files: list[str] = field(default_factory=list)
    has_title: bool = False
    instead: dict[int, str] = field(default_factory=dict)
    """What a token says instead of its own text."""

    formula_end: int = -1
    """The token that closes the formula inside a line; -1 outside of one."""

    @property
    def in_formula(self) -> bool:
        """Whether a formula inside a line is open."""
        return self.formula_end >= 0

    @property
    def in_row(self) -> bool:
        """Whether the next words belong to a cell of a table."""
        return self.writing.frame.what is What.table and not self.in_formula

    def close_until(self, at: int) -> None:
        """Close what ends before a token."""
        self.writing.close_until(at)
        if 0 <= self.formula_end < at:
            self.formula_end = -1

    def open(self, what: What, at: int, end: int, level: int = 0) -> None:
        """Begin a frame at a token; it ends no later than the frame around it."""
        tokens = self.arguments.tokens
        end = min(end, self.writing.frame.end)
        markup = SourceSpan(tokens[at].start, tokens[min(end, len(tokens) - 1)].end)
        self.writing.open(Frame(what, end, level, markup))

    def part_arguments(self, at: int) -> None:
        """Put spaces between the arguments that follow one another."""
        arguments = self.arguments
        while arguments.opens_group(at) and (end := arguments.ends.get(at)) is not None:
            if arguments.opens_group(end + 1):
                self.instead[end] = " "
            at = end + 1
