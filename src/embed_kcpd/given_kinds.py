"""Is a value that somebody gave of the kind that is wanted?"""

from collections.abc import Iterable
from typing import Any, cast

import numpy as np

from embed_kcpd.errors import OptionsError


def is_iterable(value: object) -> bool:
    """Whether a value has items; an array of no dimension has none.

    >>> is_iterable([5]), is_iterable(np.array(5)), is_iterable(5)
    (True, False, False)
    """
    try:
        iter(cast("Iterable[Any]", value))
    except TypeError:
        return False
    return True


def is_yes_or_no(value: object) -> bool:
    """Whether it is a truth value: the string ``"no"`` would count as yes."""
    return isinstance(value, bool | np.bool_)


def check_yes_or_no(value: object, name: str) -> None:
    """Raise unless this is a truth value."""
    if not is_yes_or_no(value):
        raise OptionsError(f"{name} must be True or False, got {value!r:.60}")


def check_kind(value: object, kind: type, name: str) -> None:
    """Raise unless this is an object of the class."""
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIO" else "a"
        raise OptionsError(f"{name} must be {article} {kind.__name__}, got {value!r:.60}")
