"""Posts of any format to a document, sorted by time.

In:  posts in the order of the file, their dates as they are written there.
Out: a document whose pieces are the posts from the oldest to the newest, with notes.

Blank posts are left out, and those of which Reddit says that they are gone.  Of posts with the same
text, date and author only the first is kept.  A post whose date cannot be read stays behind the
post before it.  Notes count all three.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from embed_kcpd.readers.dates import read_dates
from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.readers.language import stated_language
from embed_kcpd.readers.source import Source
from embed_kcpd.result.explanation import counted
from embed_kcpd.text.places import Place, SourceSpan

LONGEST_SHOWN = 40
"""Characters of a date that a note shows."""


GONE = frozenset({"[deleted]", "[removed]", "[deleted by user]", "[ Removed by Reddit ]"})
"""What stands in the place of a text that its author or a moderator took back."""


@dataclass(frozen=True, slots=True)
class Post:
    """One post as a file holds it; ``written_date`` is not yet understood.

    ``name`` identifies it, ``reply_to`` is the name of the post it answers.
    """

    text: str
    written_date: object = None
    span: SourceSpan | None = None
    author: str | None = None
    name: str | None = None
    reply_to: str | None = None


def stream_document(
    source: Source,
    format_name: str,
    posts: Iterable[Post],
    *,
    title: str | None = None,
    language: str | None = None,
    notes: Sequence[str] = (),
) -> Document:
    """The document of these posts."""
    written, n_given = _written(posts)
    read = read_dates([post.written_date for post in written], source.options.date_order)
    kept = _without_repeats(written, read.dates, _order(read.dates))
    undated = [written[place].written_date for place in kept if read.dates[place] is None]
    counts = (
        (n_given - len(written), "without text left out"),
        (len(written) - len(kept), "left out for repeating the text, date and author of another"),
        (len(undated), f"without a date that can be read{_example(undated)}"),
    )
    return Document(
        name=source.name,
        format=format_name,
        kind=DocumentKind.stream,
        pieces=tuple(_piece(written[place], read.dates[place]) for place in kept),
        title=title or None,
        language=stated_language(language),
        notes=(*notes, *read.notes, *(f"{counted(n, 'post')} {words}" for n, words in counts if n)),
    )


def _example(values: Sequence[object]) -> str:
    """The first date that is written and cannot be read, as the end of a sentence."""
    shown = next((str(value) for value in values if value not in (None, "")), None)
    return "" if shown is None else f", such as {shown[:LONGEST_SHOWN]!r}"


def _written(posts: Iterable[Post]) -> tuple[list[Post], int]:
    """The posts that say something, and how many there were."""
    written: list[Post] = []
    count = 0
    for post in posts:
        count += 1
        if post.text and not post.text.isspace() and post.text not in GONE:
            written.append(post)
    return written, count


def _order(dates: Sequence[datetime | None]) -> Sequence[int]:
    """Places of the posts from the oldest to the newest; those of one moment as in the file.

    A file whose dates mostly fall is turned around first, so that posts of the same moment,
    and posts without a date, stand as they were written.
    """
    known = [date for date in dates if date is not None]
    places = range(len(dates))
    if not known:
        return places
    falling = sum(later < earlier for earlier, later in pairwise(known))
    rising = sum(later > earlier for earlier, later in pairwise(known))
    if falling > rising:
        places = places[::-1]
    elif not falling:
        return places
    keys, latest = {}, min(known)
    for place in places:
        latest = dates[place] or latest
        keys[place] = latest
    return sorted(places, key=keys.__getitem__)


def _without_repeats(
    posts: Sequence[Post], dates: Sequence[datetime | None], order: Iterable[int]
) -> list[int]:
    """Places of the first of all posts that have text, date and author in common.

    Posts of the same moment follow each other, so only theirs are remembered.
    """
    kept: list[int] = []
    moment: datetime | None = None
    dated: set[tuple[str, str | None]] = set()
    undated: set[tuple[str, str | None]] = set()
    for place in order:
        post, date = posts[place], dates[place]
        if date is not None and date != moment:
            moment = date
            dated.clear()
        seen = undated if date is None else dated
        if (post.text, post.author) not in seen:
            seen.add((post.text, post.author))
            kept.append(place)
    return kept


def _piece(post: Post, date: datetime | None) -> Piece:
    place = Place(
        span=post.span, date=date, speaker=post.author, name=post.name, reply_to=post.reply_to
    )
    return Piece(post.text, place)
