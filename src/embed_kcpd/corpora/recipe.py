"""Settings in plain JSON values, to tell whether two runs would give the same results.

In:  any value that settings hold.
Out: strings, numbers, lists and dictionaries; equal where results are equal.

Threads and caches are left out: they change no result.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import PurePath

from embed_kcpd.encoders.by_language import EncoderByLanguage

WITHOUT_EFFECT = ("threads", "use_cache", "batch_tokens", "path")


def described(value: object) -> object:
    """The value in plain JSON values.

    >>> from embed_kcpd.granularity.fixed import SegmentCount
    >>> described(SegmentCount(5))
    {'name': 'SegmentCount', 'n_segments': 5}
    """
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): described(inside) for key, inside in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    if isinstance(value, list | tuple):
        return [described(inside) for inside in value]
    return _object(value)


def _object(value: object) -> object:
    if isinstance(value, PurePath):
        return str(value)
    identity = getattr(value, "identity", None)
    if identity:
        return str(identity)
    name = getattr(value, "__qualname__", None) or type(value).__name__
    if isinstance(value, EncoderByLanguage) or not is_dataclass(value) or isinstance(value, type):
        return name
    inside = {
        field.name: described(getattr(value, field.name))
        for field in fields(value)
        if field.name not in WITHOUT_EFFECT
    }
    return {"name": name, **inside}
