"""JSON Feed (jsonfeed.org): each item is a post.

In:  a source.
Out: a document of one piece for each item: its title, and below it what it says.
"""

from collections.abc import Mapping

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.feeds import joined_post
from embed_kcpd.readers.streams.html_text import html_text
from embed_kcpd.readers.streams.posts import Post, stream_document

NAME = "json-feed"


def is_json_feed(source: Source) -> bool:
    beginning = source.beginning
    return beginning.lstrip().startswith("{") and "://jsonfeed.org/version/" in beginning


def read_json_feed(source: Source) -> Document:
    feed = source.json
    items = feed.get("items") if isinstance(feed, Mapping) else None
    if not isinstance(feed, Mapping) or not isinstance(items, list):
        raise InputError(f"{source.name}: expected a JSON Feed with a list of items")
    posts = [_post(item, f"{source.name}, item {n}") for n, item in enumerate(items, 1)]
    return stream_document(
        source, NAME, posts, title=_text(feed, "title"), language=_text(feed, "language")
    )


def _post(item: object, where: str) -> Post:
    if not isinstance(item, Mapping):
        raise InputError(f"{where}: expected an object")
    body = _text(item, "content_text") or html_text(_text(item, "content_html"))
    return Post(
        text=joined_post(_text(item, "title"), body or _text(item, "summary")),
        written_date=_text(item, "date_published") or _text(item, "date_modified") or None,
        author=_author(item),
        name=_text(item, "id") or None,
    )


def _author(item: Mapping[str, object]) -> str | None:
    authors = item.get("authors")
    author = authors[0] if isinstance(authors, list) and authors else item.get("author")
    return _text(author, "name") or None if isinstance(author, Mapping) else None


def _text(values: Mapping[str, object], key: str) -> str:
    value = values.get(key)
    return value if isinstance(value, str) else ""
