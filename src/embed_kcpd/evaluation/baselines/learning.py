"""Choosing numbers on other documents.

In:  settings to try, documents with boundaries, what a method needs of each document.
Out: the setting with the least mean Pk; the first of equals.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.metrics import pk

Setting = TypeVar("Setting")
Prepared = TypeVar("Prepared")


def best_setting(
    settings: Iterable[Setting],
    documents: Sequence[Document],
    prepared: Sequence[Prepared],
    cut: Callable[[Prepared, Setting], Sequence[int]],
) -> Setting:
    """The setting whose cuts of all documents have the least mean Pk."""

    def error(setting: Setting) -> float:
        pairs = zip(documents, prepared, strict=True)
        errors = [pk(doc.boundaries, cut(ready, setting), doc.n_units) for doc, ready in pairs]
        return float(np.mean(errors))

    return min(settings, key=error)


def need_documents(documents: Sequence[Document], method: str) -> None:
    """Raise if there is nothing to learn from."""
    if not documents:
        raise InputError(
            f"{method} learns from other documents of the set; give at least two documents"
        )
