"""Is a value that somebody gave a number?"""

import math
from numbers import Integral, Real


def is_number(value: object, kind: type[Real] | type[Integral] = Real) -> bool:
    """Whether it is a finite number of this kind; true and false are none.

    >>> is_number(2.5), is_number(2.5, Integral), is_number(True), is_number("x")
    (True, False, False, False)
    >>> is_number(10**18), is_number(10**400)
    (True, False)
    """
    if not isinstance(value, kind) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond every float
        return False


def is_number_or_infinity(value: object) -> bool:
    """Whether it is a finite number, or infinity in the sense of no limit.

    >>> is_number_or_infinity(math.inf), is_number_or_infinity(-math.inf)
    (True, False)
    """
    return is_number(value) or (isinstance(value, float) and value == math.inf)
