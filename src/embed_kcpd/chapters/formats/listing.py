"""Chapters as a list for people.

In:  chapters.
Out: a line for each: when it begins, how long it lasts, how sure that is, its title;
     its summary below.
"""

from collections.abc import Iterator, Sequence

from embed_kcpd.chapters.chapter import Chapter, Chapters, Comparison
from embed_kcpd.chapters.formats.lines import one_line
from embed_kcpd.outputs.phrases import clock
from embed_kcpd.result.certainty import certainty


def as_listing(made: Chapters) -> str:
    """The list, shorter chapters indented below the ones they are in."""
    width = len(clock(made.chapters[-1].start))
    longest = max(len(clock(chapter.end - chapter.start)) for chapter in made.nested)
    return "\n".join(_lines(made.nested, width, longest, 0)) + "\n"


def comparison_line(compared: Comparison) -> str:
    """How the chapters agree with those that came with the recording.

    >>> comparison_line(Comparison(n_given=4, n_found=5, n_matched=3, seconds=20.0))
    '3 of 4 given chapters found within 20 s, 5 found in all (the first not counted; F1 0.67)'
    """
    return (
        f"{compared.n_matched} of {compared.n_given} given chapters found within "
        f"{compared.seconds:g} s, {compared.n_found} found in all "
        f"(the first not counted; F1 {compared.f1:.2f})"
    )


def _lines(chapters: Sequence[Chapter], width: int, longest: int, depth: int) -> Iterator[str]:
    for chapter in chapters:
        lasting = clock(chapter.end - chapter.start)
        sure = "" if chapter.confidence is None else certainty(chapter.confidence)
        if chapter.start == 0.0:
            sure = ""
        title = one_line(chapter.title)
        time = f"{clock(chapter.start):>{width}}  {lasting:>{longest}}  {sure:<7}"
        yield f"{'    ' * depth}{time}  {title}"
        if chapter.summary:
            yield f"{'    ' * depth}{' ' * len(time)}  {one_line(chapter.summary)}"
        yield from _lines(chapter.children, width, longest, depth + 1)
