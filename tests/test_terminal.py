"""What a person sees in a terminal."""

import io

from rich.console import Console

from embed_kcpd import Settings, segment, segment_units
from embed_kcpd.outputs.lines import as_lines, print_segments
from embed_kcpd.outputs.terminal import as_rows
from test_pipeline import SOIL, STARS


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_no_row_is_wider_than_the_terminal(encoder):
    """Titles and first words are shortened, wide characters count twice."""
    units = [*SOIL, *STARS, "長い題名の文章がここにあります。" * 9, "長い題名の文章です。" * 9]
    for width in (40, 80, 200):
        rows = list(as_rows(segment_units(units, Settings(encoder=encoder)), width))
        assert all(row.cell_len <= width for row in rows)
        assert len(rows) % 2 == 1


def test_a_terminal_gets_colour_and_a_pipe_gets_none(encoder, monkeypatch):
    """Only a terminal is told to change its colours."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    result = segment_units(SOIL + STARS, Settings(encoder=encoder))
    terminal, pipe = Terminal(), io.StringIO()
    print_segments(result, terminal)
    print_segments(result, pipe)

    assert "\x1b[" in terminal.getvalue()
    assert "2 segments of 8 units" in terminal.getvalue()
    assert pipe.getvalue() == as_lines(result)
    assert "\x1b[" not in pipe.getvalue()


def test_a_text_cannot_drive_the_terminal(encoder):
    """Escape sequences, tabs and line breaks of the text are not passed on."""
    result = segment("Red \x1b[31malert\x07.\tTab.\r\nNew line.", Settings(encoder=encoder))
    assert as_lines(result).count("\n") == len(result.segments)
    assert as_lines(result).count("\t") == 6 * len(result.segments)
    assert "\x1b" not in as_lines(result)
    shown = Console(file=io.StringIO(), width=80)
    shown.print(*as_rows(result, 80))
    assert "\x07" not in shown.file.getvalue()


def test_a_title_cannot_drive_the_terminal(encoder):
    """A word may hold a control character: U+009B begins an escape sequence as ESC [ does."""
    result = segment("Red al\x9b2Jert\x07s. Red al\x9b2Jert\x07s.", Settings(encoder=encoder))
    assert "\x9b" in result.segments[0].title
    rows = "".join(row.plain for row in as_rows(result, 80))
    assert not {"\x9b", "\x07"} & {*as_lines(result), *rows}


def test_an_empty_text_has_one_row(encoder):
    """It says that there is nothing."""
    rows = as_rows(segment("", Settings(encoder=encoder)), 80)
    assert [row.plain.strip() for row in rows] == ["0 segments of 0 sentences"]


def test_levels_that_a_text_does_not_have_are_said(encoder):
    """``--levels 3`` shows what a text without levels shows, and seemed to do nothing."""
    settings = Settings(encoder=encoder, levels=3)
    *_, last = as_rows(segment_units(SOIL + STARS, settings), 80)
    assert "2 segments of 8 units; no level above or below them" in last.plain
    *_, last = as_rows(segment_units(SOIL + STARS, Settings(encoder=encoder)), 80)
    assert "level" not in last.plain


def test_a_text_of_one_sentence_is_not_called_unreliable(encoder):
    for text in ("", "One sentence."):
        terminal = Terminal()
        print_segments(segment(text, Settings(encoder=encoder)), terminal)
        assert "Not reliable" not in terminal.getvalue()
