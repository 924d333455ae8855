"""Chapters of Matroska, as mkvmerge reads them.

In:  chapters, with shorter ones inside where there are levels.
Out: XML.

    mkvmerge -o talk-with-chapters.mkv --chapters chapters.xml talk.mkv
"""

from collections.abc import Sequence
from xml.etree import ElementTree

from embed_kcpd.chapters.chapter import Chapter
from embed_kcpd.chapters.formats.lines import one_line
from embed_kcpd.chapters.times import exact_clock


def as_matroska(chapters: Sequence[Chapter], language: str) -> str:
    """The file; ``language`` is the code of the titles' language."""
    root = ElementTree.Element("Chapters")
    edition = ElementTree.SubElement(root, "EditionEntry")
    _add(edition, chapters, language)
    ElementTree.indent(root)
    written = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{written}\n'


def _add(parent: ElementTree.Element, chapters: Sequence[Chapter], language: str) -> None:
    for chapter in chapters:
        atom = ElementTree.SubElement(parent, "ChapterAtom")
        ElementTree.SubElement(atom, "ChapterTimeStart").text = exact_clock(chapter.start)
        ElementTree.SubElement(atom, "ChapterTimeEnd").text = exact_clock(chapter.end)
        display = ElementTree.SubElement(atom, "ChapterDisplay")
        ElementTree.SubElement(display, "ChapterString").text = one_line(chapter.title)
        ElementTree.SubElement(display, "ChapLanguageIETF").text = language
        _add(atom, chapter.children, language)
