"""``embed-kcpd formats``: what can be read."""

import sys


def formats() -> None:
    """List the formats that files are read as.

    A file is recognised by what it holds; --format of other commands overrides that.
    """
    from embed_kcpd.readers.formats import FORMATS

    width = max(len(each.name) for each in FORMATS)
    sys.stdout.writelines(f"{each.name:<{width}}  {each.description}\n" for each in FORMATS)
