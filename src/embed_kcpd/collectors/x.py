"""The posts of one account of X in a period, into a file of JSON Lines.

In:  the name or number of an account, the first and the last day, a file.
Out: the file, one post a line, newest first as the service gives them: ``id``, ``date``,
     ``text``, ``author``.

The service is paid per post, so nothing is fetched twice: after every page the posts are on the
disk, and a second run goes on below the oldest post of the file.  What is half a line after a
kill is dropped.  The service reaches back 3,200 posts.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from html import unescape
from pathlib import Path
from typing import Any

from embed_kcpd.collectors.x_client import XClient
from embed_kcpd.errors import EndpointError, InputError, OptionsError, OutputError
from embed_kcpd.files import claimed, write_atomically
from embed_kcpd.progress import say

POSTS_A_PAGE = 100
FIELDS = "created_at,note_tweet,referenced_tweets"
_ACCOUNT = re.compile(r"@?[A-Za-z0-9_]{1,15}")


@dataclass(frozen=True, slots=True)
class Period:
    """From ``start`` on and before ``end``, with zones."""

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        if self.start >= self.end:
            raise OptionsError(f"the period ends at {self.end}, before it begins")


def collect_posts(
    account: str, period: Period, path: str | os.PathLike[str], client: XClient | None = None
) -> int:
    """Fetch the posts that the file lacks; the number of posts that it then holds."""
    service, target = XClient() if client is None else client, Path(path)
    with claimed(target):
        return _collected(service, account, period, target)


def _collected(service: XClient, account: str, period: Period, target: Path) -> int:
    known = _whole_lines(target)
    number = account if account.isdigit() else _number(service, account)
    query = {
        "max_results": str(POSTS_A_PAGE),
        "tweet.fields": FIELDS,
        "expansions": "referenced_tweets.id",
        "start_time": _rfc3339(period.start),
        "end_time": _rfc3339(period.end),
    }
    if known:
        # Numbers of posts grow with time; they are too long for a float.
        query["until_id"] = str(min(int(post["id"]) for post in known))
    count = len(known)
    for posts in _pages(service, number, query):
        _append(target, [_line(post, account) for post in posts])
        count += len(posts)
        say(f"{count:,} posts")
    if count == 0:
        _append(target, [])
    return count


def _pages(service: XClient, number: str, query: dict[str, str]) -> Iterator[list[dict[str, Any]]]:
    """The posts of each page; an empty page may have a next one."""
    token: str | None = None
    while True:
        asked = query if token is None else {**query, "pagination_token": token}
        answer = service.get(f"/users/{number}/tweets", asked)
        posts = answer.get("data", [])
        meta = answer.get("meta", {})
        if not isinstance(posts, list) or not isinstance(meta, dict):
            raise EndpointError(service.address, "an answer without a list of posts", 1)
        if not posts and not meta:
            raise EndpointError(service.address, _first_error(answer), 1)
        yield [_with_whole_text(post, answer) for post in _objects(posts)]
        token = meta.get("next_token")
        if not isinstance(token, str) or not token:
            return


def _with_whole_text(post: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """A post with the text that is cut elsewhere: of a long post, and of one that is passed on."""
    note = post.get("note_tweet")
    if isinstance(note, dict) and isinstance(note.get("text"), str):
        return {**post, "text": note["text"]}
    text = post.get("text")
    head = re.match(r"RT @\w{1,15}: ", text) if isinstance(text, str) else None
    if head is None:
        return post
    included = answer.get("includes")
    others = included.get("tweets") if isinstance(included, dict) else None
    whole = {other.get("id"): other for other in _objects(others)}
    for reference in _objects(post.get("referenced_tweets")):
        original = whole.get(reference.get("id"))
        if reference.get("type") == "retweeted" and original is not None:
            return {**post, "text": head[0] + str(_with_whole_text(original, {}).get("text", ""))}
    return post


def _objects(values: object) -> list[dict[str, Any]]:
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []


def _line(post: dict[str, Any], account: str) -> str:
    """A post as one line of JSON; numbers stay strings, entities become characters."""
    number = str(post.get("id", ""))
    if not number.isdigit():
        raise EndpointError("the service", "a post without a number", 1)
    values = {
        "id": number,
        "date": post.get("created_at"),
        "text": unescape(str(post.get("text", ""))),
        "author": account.removeprefix("@"),
    }
    return json.dumps(values)


def _number(service: XClient, account: str) -> str:
    """The number of the account of this name."""
    if not _ACCOUNT.fullmatch(account):
        raise OptionsError(f"an account is a name such as @nasa or its number, got {account!r}")
    answer = service.get(f"/users/by/username/{account.removeprefix('@')}", {})
    data = answer.get("data")
    if not isinstance(data, dict) or not str(data.get("id", "")).isdigit():
        raise InputError(f"there is no account {account}: {_first_error(answer)}")
    return str(data["id"])


def _first_error(answer: dict[str, Any]) -> str:
    errors = answer.get("errors")
    if isinstance(errors, list) and errors and isinstance(errors[0], dict):
        return str(errors[0].get("detail") or errors[0].get("message") or "no reason given")[:200]
    return "an answer without posts"


def _whole_lines(path: Path) -> list[dict[str, Any]]:
    """The posts that the file holds; half a line at its end is removed from it."""
    try:
        data = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise OutputError(f"cannot read {path}: {error.strerror}") from error
    whole = data[: data.rfind(b"\n") + 1]
    try:
        posts = [json.loads(line) for line in whole.splitlines() if line.strip()]
        known = [post for post in posts if str(post["id"]).isdigit()]
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{path} exists and does not hold collected posts") from None
    if len(known) != len(posts):
        raise InputError(f"{path} exists and does not hold collected posts")
    if whole != data:
        write_atomically(path, whole)
    return known


def _append(path: Path, lines: list[str]) -> None:
    """Put a page on the disk before the next is asked for."""
    try:
        with path.open("ab") as file:
            file.write("".join(f"{line}\n" for line in lines).encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error


def _rfc3339(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
