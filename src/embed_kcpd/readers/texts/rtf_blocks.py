r"""Tokens of RTF to blocks: groups, text, control words.

In:  the bytes of a file.
Out: its blocks in order, its title, and whether it ends inside a group.

A group is a pair of braces; what control words set inside it ends with it.  What holds around
the open groups is kept on a list, so that no group is too deep.  Bytes of text are decoded when
the text ends: a character can be several bytes in several tokens.
"""

from dataclasses import dataclass, replace

from embed_kcpd.readers.texts.blocks import Block, collapsed
from embed_kcpd.readers.texts.rtf_characters import CHARACTERS, joined, numbered_character
from embed_kcpd.readers.texts.rtf_destinations import Destination, group_destination
from embed_kcpd.readers.texts.rtf_flow import Flow
from embed_kcpd.readers.texts.rtf_fonts import FontTable
from embed_kcpd.readers.texts.rtf_groups import GroupState, state_after
from embed_kcpd.readers.texts.rtf_styles import StyleTable
from embed_kcpd.readers.texts.rtf_tokens import Token, rtf_tokens


@dataclass(frozen=True, slots=True)
class RtfText:
    """What a file says; its title is empty where it has none."""

    blocks: tuple[Block, ...]
    title: str
    is_cut_off: bool


def rtf_text(data: bytes) -> RtfText:
    """What a file says."""
    walk = _Walk()
    for token in rtf_tokens(data):
        walk.take(token)
    return walk.ended()


class _Walk:
    """Follows the tokens of a file: what holds, and what is being written."""

    def __init__(self) -> None:
        self._fonts, self._styles = FontTable(), StyleTable()
        self._around: list[GroupState] = []
        self._state = GroupState()
        self._flows = [Flow(self._styles)]
        self._title: list[str] = []
        self._pending = bytearray()
        self._pending_span = (0, 0)
        self._n_skipped = 0
        self._is_first, self._is_starred = False, False

    def take(self, token: Token) -> None:
        """Follow one token."""
        if token.text:
            self._take_bytes(token)
            return
        self._decode()
        if token.brace:
            self._n_skipped = 0
            self._take_brace(token)
        elif token.word == "*":
            self._is_starred = True
        else:
            self._take_word(token)
            self._is_first = self._is_starred = False

    def ended(self) -> RtfText:
        """What the whole file says; groups that are open end with it."""
        self._decode()
        if self._state.in_box:
            self._end_box()
        blocks = tuple(self._flows[0].ended(self._state))
        return RtfText(blocks, collapsed(joined(self._title)), bool(self._around))

    def _take_brace(self, token: Token) -> None:
        self._is_first, self._is_starred = token.brace == "open", False
        if token.brace == "open":
            self._around.append(self._state)
            return
        if self._state.destination is Destination.styles:
            self._styles.end_style()
        if self._around:
            around = self._around.pop()
            if self._state.in_box and not around.in_box:
                self._end_box()
            self._state = around

    def _take_bytes(self, token: Token) -> None:
        """Bytes of text, but for those that repeat a character given by number."""
        self._is_first = self._is_starred = False
        text = token.text[self._n_skipped :]
        self._n_skipped -= len(token.text) - len(text)
        if text and self._state.is_read:
            start = self._pending_span[0] if self._pending else token.start
            self._pending_span = start, token.end
            self._pending += text

    def _decode(self) -> None:
        if self._pending:
            encoding = self._state.encoding or self._fonts.default_encoding
            text = self._pending.decode(encoding, "replace")
            self._pending.clear()
            self._say(text, *self._pending_span)

    def _say(self, text: str, start: int, end: int) -> None:
        if not self._state.is_read:
            return
        destination = self._state.destination
        if destination is Destination.text:
            self._flows[-1].say(text, start, end)
        elif destination is Destination.title:
            self._title.append(text)
        elif destination is Destination.styles:
            self._styles.take_text(text)

    def _take_word(self, token: Token) -> None:
        around = self._state.destination
        if around is Destination.unread:
            return
        if self._is_first:
            begun = group_destination(token.word, around, is_starred=self._is_starred)
            if begun is not None:
                self._begin(begun)
                return
        if token.word == "u" or token.word in CHARACTERS:
            self._take_character(token)
        elif around is Destination.fonts:
            self._fonts.take_word(token.word, token.number)
        elif around is Destination.styles:
            self._styles.take_word(token.word, token.number)
        else:
            self._take_setting(token.word, token.number)
            self._take_mark(token)

    def _begin(self, destination: Destination) -> None:
        """The group is a destination."""
        if destination in (Destination.box, Destination.note):
            self._begin_box(is_note=destination is Destination.note)
        elif destination is Destination.bullet:
            self._flows[-1].make_item()
            self._state = replace(self._state, destination=Destination.unread)
        else:
            self._state = replace(self._state, destination=destination)

    def _take_character(self, token: Token) -> None:
        """A character by number, which others may repeat, or by a word, which may repeat one."""
        if token.word == "u":
            character = numbered_character(token.number)
            self._n_skipped = self._state.n_repeats
        elif self._n_skipped:
            character = ""
            self._n_skipped -= 1
        else:
            character = CHARACTERS[token.word]
        if character:
            self._say(character, token.start, token.end)

    def _take_setting(self, word: str, number: int | None) -> None:
        if word == "f":
            self._state = replace(self._state, encoding=self._fonts.encoding(number or 0))
        else:
            self._fonts.take_setting(word, number)
            self._state = state_after(self._state, word, number)

    def _take_mark(self, token: Token) -> None:
        """The end of a paragraph, a cell or a row."""
        flow = self._flows[-1]
        if token.word in ("par", "sect"):
            flow.end_paragraph(self._state)
        elif token.word == "nestcell":
            flow.end_cell_paragraph()
        elif token.word == "cell":
            flow.end_cell()
        elif token.word == "row":
            flow.end_row((token.start, token.end))

    def _begin_box(self, *, is_note: bool) -> None:
        """A box or a note; one inside another is a paragraph of that one, however deep it is."""
        state = self._state
        if state.in_box:
            self._flows[-1].end_paragraph(state)
            return
        self._flows.append(Flow(self._styles, is_note))
        self._state = GroupState(encoding=state.encoding, n_repeats=state.n_repeats, in_box=True)

    def _end_box(self) -> None:
        blocks = self._flows.pop().ended(self._state)
        self._flows[-1].insert(blocks)
