"""Generated parts inside a written page.

A part stands between ``<!-- begin NAME -->`` and ``<!-- end NAME -->``; everything else on the
page is prose and stays as it is.
"""

from collections.abc import Mapping

from embed_kcpd.errors import InputError


def with_parts(page: str, parts: Mapping[str, str]) -> str:
    """The page with each named part replaced.

    >>> with_parts("a <!-- begin x -->old<!-- end x --> b", {"x": "new"})
    'a <!-- begin x -->\\nnew\\n<!-- end x --> b'
    """
    for name, content in parts.items():
        begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
        before, found, rest = page.partition(begin)
        _, closed, after = rest.partition(end)
        if not (found and closed):
            raise InputError(f"the page has no part between {begin} and {end}")
        page = f"{before}{begin}\n{content}\n{end}{after}"
    return page
