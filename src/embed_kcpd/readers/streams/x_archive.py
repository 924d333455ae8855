"""X (Twitter): the archive that an account can download, or the file ``tweets.js`` of it.

In:  a source: a zip file with ``data/tweets.js``, that file, or its list without the script around.
Out: a document of one piece for each post.

A file of the archive is a script that assigns one list: ``window.YTD.tweets.part0 = [...]``.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import name_of, text_of
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.json_values import json_value, object_spans, objects
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.posts import Post, stream_document
from embed_kcpd.readers.texts.archive import SIGNATURE, Archive, archive_names, opened_archive
from embed_kcpd.readers.transcripts.markup import unescaped

NAME = "x-archive"

_ASSIGNED = re.compile(r"\s*window\.YTD\.(?P<kind>\w+)\.part[0-9]+\s*=")
_POSTS = ("tweet", "tweets", "community_tweet", "community_tweets")
_MEMBER = re.compile(r"(?:[^/]+/)?data/tweets?(?:-part(?P<number>[0-9]+))?\.js")
_ACCOUNT = re.compile(r"(?:[^/]+/)?data/account\.js")


def is_x_archive(source: Source) -> bool:
    """A script of the archive, the archive itself, or a list of such posts."""
    if source.data.startswith(SIGNATURE):
        return bool(_members(source))
    if _ASSIGNED.match(source.beginning):
        return True
    value = json_value(source)
    first = value[0] if isinstance(value, list) and value else None
    post = first.get("tweet") if isinstance(first, dict) else None
    is_said = source.options.text_column or source.options.time_column
    return isinstance(post, dict) and "full_text" in post and not is_said


def read_x_archive(source: Source) -> Document:
    """The posts of the account."""
    if not source.data.startswith(SIGNATURE):
        return stream_document(source, NAME, list(_posts(source, "", None)))
    members = _members(source)
    if not members:
        raise InputError(f"{source.name}: expected data/tweets.js in the archive, found none")
    archive = opened_archive(source)
    author = _account(archive)
    posts = [
        post for member in members for post in _posts(_unpacked(archive, member), member, author)
    ]
    return stream_document(source, NAME, posts, title=author)


def _members(source: Source) -> list[str]:
    """The files with posts, in the order of their numbers."""
    found = [member for name in archive_names(source) if (member := _MEMBER.fullmatch(name))]
    return [member[0] for member in sorted(found, key=lambda member: int(member["number"] or 0))]


def _unpacked(archive: Archive, member: str) -> Source:
    return Source(f"{archive.name}: {member}", archive.read(member))


def _account(archive: Archive) -> str | None:
    """The name of the account, where the archive has it."""
    member = next((name for name in archive.names if _ACCOUNT.fullmatch(name)), None)
    if member is None:
        return None
    source = _unpacked(archive, member)
    accounts = objects(_assigned(source), source.name)
    return next((text_of(each.get("account"), "username") or None for each in accounts), None)


def _posts(source: Source, part: str, author: str | None) -> Iterator[Post]:
    value = _assigned(source, _POSTS)
    spans = object_spans(source.text, value, "full_text")
    for number, each in enumerate(objects(value, source.name), 1):
        post = each.get("tweet", each)
        if not isinstance(post, Mapping) or not isinstance(post.get("full_text"), str):
            raise InputError(f"{source.name}, post {number}: expected an object with full_text")
        span = spans.get(id(post))
        yield Post(
            unescaped(post["full_text"]),
            post.get("created_at"),
            None if span is None else replace(span, part=part),
            author=author,
            name=name_of(post.get("id_str")),
            reply_to=name_of(post.get("in_reply_to_status_id_str")),
        )


def _assigned(source: Source, kinds: tuple[str, ...] = ()) -> object:
    """The value that a script assigns; a file of other ``kinds`` is refused."""
    text = source.text.removeprefix("\ufeff")
    script = _ASSIGNED.match(text)
    if script is None:
        return source.json
    if kinds and script["kind"] not in kinds:
        raise InputError(
            f"{source.name} is the file {script['kind'].replace('_', '-')}.js of an archive of X, "
            "which has no posts; give tweets.js, or the whole zip file"
        )
    # Blanks in place of the script keep lines and columns of errors right.
    content = re.sub(r"\S", " ", script[0]) + text[script.end() :].rstrip().removesuffix(";")
    try:
        value: object = json.loads(content)
    except RecursionError:
        raise InputError(f"{source.name} is JSON nested too deeply to be read") from None
    except ValueError as error:
        raise InputError(f"{source.name} is not valid JSON: {error}") from None
    return value
