"""The report of a recording: its chapters on a time axis, and what is said in each.

In:  chapters, the address of the recording, a media file.
Out: one HTML page without anything to fetch but the media file; the page itself forbids more.

A script of a few lines lets times jump in the player; the page runs no other, by its digest.
Without a media file there is no script at all, and times link to the recording's address.
"""

from urllib.parse import quote, urlsplit

from embed_kcpd.chapters.chapter import Chapter, Chapters
from embed_kcpd.chapters.links import timed_link
from embed_kcpd.chapters.report.axis import time_axis
from embed_kcpd.outputs.phrases import clock
from embed_kcpd.outputs.report.frame import framed, resource
from embed_kcpd.outputs.report.parts import clean, hue
from embed_kcpd.result.certainty import certainty
from embed_kcpd.result.explanation import counted
from embed_kcpd.text.listing import listed

FOLDER = "embed_kcpd.chapters.report"

VIDEO = (".mp4", ".m4v", ".webm", ".mov", ".mkv", ".ogv")
"""Endings of files that are shown as a film; all others are played as sound."""


def as_html(made: Chapters, link: str | None = None, media: str | None = None) -> str:
    """The whole page."""
    axis, contents = time_axis(made), _contents(made.nested, link, media)
    sections = "\n".join(
        _section(made, number, chapter, link, media)
        for number, chapter in enumerate(made.chapters, 1)
    )
    player = "" if media is None else _player(media)
    return framed(
        f'{player}\n{axis}\n<nav class="toc" aria-label="Contents">{contents}</nav>\n'
        f"<main>\n{sections}\n</main>",
        name=made.name,
        found=counted(len(made), "chapter"),
        text=clock(made.chapters[-1].end),
        language="" if made.language == "und" else made.language,
        style=resource(FOLDER, "page.css"),
        script="" if media is None else resource(FOLDER, "player.js"),
        allowed="" if media is None else _media_rule(media),
    )


def _media_rule(media: str) -> str:
    """The page may load its media file."""
    address = urlsplit(media)
    origin = clean(f"{address.scheme}://{address.netloc}")
    allowed = origin if address.netloc else "'self' file:"
    return f"media-src {allowed}"


def _player(media: str) -> str:
    address = media if urlsplit(media).scheme else quote(media, safe="/%:#?&=+,;@~.-_")
    element = "video" if urlsplit(media).path.lower().endswith(VIDEO) else "audio"
    return (
        f'<{element} id="player" class="player" controls preload="metadata" '
        f'src="{clean(address)}"></{element}>'
    )


def _contents(chapters: tuple[Chapter, ...], link: str | None, media: str | None) -> str:
    """The list of chapters; shorter ones are folded below."""
    items = "".join(f"<li>{_item(chapter, link, media)}</li>" for chapter in chapters)
    return f'<ol class="chapters">{items}</ol>'


def _item(chapter: Chapter, link: str | None, media: str | None) -> str:
    inside = _contents(chapter.children, link, media) if chapter.children else ""
    title = f'<a class="title" href="#c{chapter.start_unit}" dir="auto">{clean(chapter.title)}</a>'
    lasting = f'<span class="size">{clock(chapter.end - chapter.start)}</span>'
    return f'<div class="row">{_time(chapter.start, link, media)}{title}{lasting}</div>{inside}'


def _time(seconds: float, link: str | None, media: str | None) -> str:
    """A time: it jumps in the player, links to the recording, or is only shown."""
    shown = clock(seconds)
    if media is not None:
        return f'<a class="time" data-seconds="{seconds:.3f}" href="#player">{shown}</a>'
    if link is not None:
        return f'<a class="time" href="{clean(timed_link(link, seconds))}">{shown}</a>'
    return f'<span class="time">{shown}</span>'


def _section(
    made: Chapters, number: int, chapter: Chapter, link: str | None, media: str | None
) -> str:
    """What is said in one chapter, passage by passage."""
    sure = "" if chapter.confidence is None or number == 1 else certainty(chapter.confidence)
    about = ", ".join(filter(None, (f"{clock(chapter.start)} to {clock(chapter.end)}", sure)))
    keywords = f'<p class="keywords" dir="auto">{clean(listed(chapter.keywords))}</p>\n'
    summary = f'<p class="summary" dir="auto">{clean(chapter.summary)}</p>\n'
    following = made.chapters[number].start_unit if number < len(made) else len(made.result.units)
    passages = "\n".join(
        _passage(made, unit, link, media) for unit in range(chapter.start_unit, following)
    )
    return (
        f'<section class="segment" id="c{chapter.start_unit}" style="--hue:{hue(number)}">\n'
        f'<h2 dir="auto"><span>{number}</span>{clean(chapter.title)}</h2>\n'
        f'<p class="meta">{about}</p>\n{keywords if chapter.keywords else ""}'
        f"{summary if chapter.summary else ''}{passages}\n</section>"
    )


def _passage(made: Chapters, unit: int, link: str | None, media: str | None) -> str:
    result = made.result
    place = result.places[unit]
    span = result.units[unit]
    words = " ".join(result.text[span.start : span.end].split())
    is_new = unit == 0 or result.places[unit - 1].speaker != place.speaker
    speaker = f"<b>{clean(place.speaker)}</b> " if place.speaker and is_new else ""
    time = _time(max(0.0, place.start_seconds or 0.0), link, media)
    return f'<p dir="auto">{time} {speaker}{clean(words)}</p>'
