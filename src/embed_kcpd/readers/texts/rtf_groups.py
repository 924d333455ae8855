r"""Groups of RTF: what control words set inside braces, which ends with the group.

In:  what holds in a group, and a control word.
Out: what holds after it.

Hidden and deleted text is not part of the text.  The word that chooses a font is not known here:
its encoding stands in the table of fonts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from embed_kcpd.readers.texts.rtf_destinations import Destination
from embed_kcpd.readers.texts.rtf_styles import heading_level


@dataclass(frozen=True, slots=True)
class GroupState:
    """What holds until the end of a group.

    ``encoding`` is that of the font, empty where none is chosen.  ``n_repeats`` is how many
    characters after ``\\u`` repeat it for programs without Unicode.  ``level`` is the heading level
    of the paragraph, ``None`` where its style decides.
    """

    destination: Destination = Destination.text
    encoding: str = ""
    n_repeats: int = 1
    is_hidden: bool = False
    is_deleted: bool = False
    style: int = 0
    level: int | None = None
    is_item: bool = False
    in_table: bool = False
    in_box: bool = False

    @property
    def is_read(self) -> bool:
        is_shown = not (self.is_hidden or self.is_deleted)
        return is_shown and self.destination is not Destination.unread


def state_after(state: GroupState, word: str, number: int | None) -> GroupState:
    r"""What holds after a control word; the same as before where the word sets nothing.

    >>> state_after(GroupState(), "v", None).is_hidden, state_after(GroupState(), "v", 0).is_hidden
    (True, False)
    """
    change = _CHANGES.get(word)
    return state if change is None else change(state, number)


def _plain(state: GroupState, _: int | None) -> GroupState:
    return replace(state, encoding="", is_hidden=False, is_deleted=False)


def _hidden(state: GroupState, number: int | None) -> GroupState:
    return replace(state, is_hidden=number != 0)


def _deleted(state: GroupState, number: int | None) -> GroupState:
    return replace(state, is_deleted=number != 0)


def _repeated(state: GroupState, number: int | None) -> GroupState:
    return replace(state, n_repeats=max(0, number or 0))


def _plain_paragraph(state: GroupState, _: int | None) -> GroupState:
    return replace(state, style=0, level=None, is_item=False, in_table=False)


def _styled(state: GroupState, number: int | None) -> GroupState:
    return replace(state, style=number or 0)


def _outlined(state: GroupState, number: int | None) -> GroupState:
    return replace(state, level=heading_level(number))


def _listed(state: GroupState, number: int | None) -> GroupState:
    return replace(state, is_item=number != 0)


def _tabled(state: GroupState, number: int | None) -> GroupState:
    return replace(state, in_table=number != 0)


_CHANGES: Mapping[str, Callable[[GroupState, int | None], GroupState]] = {
    "plain": _plain,
    "v": _hidden,
    "deleted": _deleted,
    "mvf": _deleted,
    "uc": _repeated,
    "pard": _plain_paragraph,
    "s": _styled,
    "outlinelevel": _outlined,
    "ls": _listed,
    "intbl": _tabled,
    "itap": _tabled,
}
