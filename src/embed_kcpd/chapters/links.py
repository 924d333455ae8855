"""Links to a moment of a recording.

In:  the address of a recording, and seconds.
Out: the address that begins there.

YouTube takes ``t=62s``; other addresses get a media fragment (``#t=62``), which players of
browsers understand.
"""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from embed_kcpd.errors import OptionsError

_YOUTUBE = re.compile(r"(?:^|\.)(?:youtube\.com|youtu\.be)$")


def timed_link(link: str, seconds: float) -> str:
    """The address of the recording from this second on.

    >>> timed_link("https://youtu.be/abc", 62.5), timed_link("talk.mp3", 62.5)
    ('https://youtu.be/abc?t=62s', 'talk.mp3#t=62')
    """
    try:
        address = urlsplit(link)
        host = address.hostname or ""
    except ValueError:
        raise OptionsError(f"{link!r} is no address of a recording") from None
    if not _YOUTUBE.search(host):
        return urlunsplit(address._replace(fragment=f"t={int(seconds)}"))
    query = [(name, value) for name, value in parse_qsl(address.query) if name != "t"]
    return urlunsplit(address._replace(query=urlencode([*query, ("t", f"{int(seconds)}s")])))


def check_link(link: str | None) -> None:
    """Raise for an address that no page should hold, such as ``javascript:``."""
    if link is None:
        return
    if not isinstance(link, str):
        raise OptionsError(f"{link!r:.60} is no address of a recording; give it as a string")
    timed_link(link, 0.0)
    if urlsplit(link).scheme.lower() not in ("", "http", "https", "file") or re.search(
        r"[\s\"'<>\\^`{|}\x00-\x1f]", link
    ):
        raise OptionsError(f"{link!r} is no address of a recording; give one like https://...")
