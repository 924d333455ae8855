"""Recordings to chapters, in the formats of players, and how they compare with given ones."""

from embed_kcpd.chapters.chapter import Chapter, Chapters, Comparison
from embed_kcpd.chapters.making import Existing, chapters, chapters_of
from embed_kcpd.chapters.reading import read_chapters

__all__ = [
    "Chapter",
    "Chapters",
    "Comparison",
    "Existing",
    "chapters",
    "chapters_of",
    "read_chapters",
]
