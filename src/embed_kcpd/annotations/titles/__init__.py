"""What each segment is called: candidates, their ranking, and the title made of them."""

from embed_kcpd.annotations.titles.naming import Title, name_segments, titles
from embed_kcpd.annotations.titles.other_boundaries import LevelTitles, titles_between
from embed_kcpd.annotations.titles.spans import name_spans

__all__ = ["LevelTitles", "Title", "name_segments", "name_spans", "titles", "titles_between"]
