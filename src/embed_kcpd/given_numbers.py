"""Is a value that somebody gave a number?"""

import math
from numbers import Integral, Real


def is_number(value: object, kind: type[Real] | type[Integral] = Real) -> bool:
    """Whether it is a finite number of this kind; true and false are none.

    >>> is_number(2.5), is_number(2.5, Integral), is_number(True), is_number("x")
    (True, False, False, False)
    """
    if not isinstance(value, kind) or isinstance(value, bool):
        return False
    return isinstance(value, Integral) or math.isfinite(value)
