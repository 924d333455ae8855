"""Headings of the document as titles.

In:  titles that were made, the segments, and the places of the units.
Out: the same titles, but a segment that begins with a heading has it as its title.
"""

from collections.abc import Sequence
from dataclasses import replace

from embed_kcpd.annotations.titles.naming import Title
from embed_kcpd.text.places import Place


def with_headings(
    titles: Sequence[Title], starts: Sequence[int], places: Sequence[Place]
) -> tuple[Title, ...]:
    """The titles, with the first heading of each segment that begins with one.

    >>> places = [Place(heading=1, headings=("Soil",)), Place(headings=("Soil",))]
    >>> with_headings([Title("worm", ()), Title("rain", ())], [0, 1], places)
    (Title(text='Soil', keywords=()), Title(text='rain', keywords=()))
    """
    return tuple(
        replace(title, text=place.headings[-1]) if place.heading and place.headings else title
        for title, place in zip(titles, (places[start] for start in starts), strict=True)
    )
