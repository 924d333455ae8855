"""What each segment is called: candidates, their ranking, and the title made of them."""

from embed_kcpd.annotations.titles.headings import with_headings
from embed_kcpd.annotations.titles.naming import Title, name_segments, titles
from embed_kcpd.annotations.titles.other_boundaries import titles_between

__all__ = ["Title", "name_segments", "titles", "titles_between", "with_headings"]
