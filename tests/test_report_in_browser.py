"""The report in a real Chromium: its slider, on a phone, in the dark, without scripts, printed."""

import io
import json
import re
from itertools import accumulate, pairwise

import numpy as np
import pytest
from matplotlib.image import imread

import naive_levels
from browser import running_chromium, severe_violations
from embed_kcpd import Limits, SegmentCount, Settings, segment, segment_units
from embed_kcpd.annotations.granularity_levels import granularity_levels
from embed_kcpd.chapters import chapters_of
from embed_kcpd.chapters.report.page import as_html as as_chapters_html
from embed_kcpd.outputs import as_html
from embed_kcpd.outputs.slider import levels_values
from embed_kcpd.text.places import Place
from embed_kcpd.text.units import GivenUnits, Unit
from test_pipeline import SOIL, STARS

EVIL = (
    "<script>document.title = 'attacked'</script> <img src=x onerror=\"document.title='attacked'\">"
)
SUBJECTS = (
    "garden soil compost worms",
    "stars telescope planets night",
    "bread flour dough oven",
    "violin music concert strings",
    "harbour ships sailors cargo",
    "glacier snow mountain climbers",
    "parliament voters election party",
    "printing paper letters press",
    "bicycle wheels brakes chain",
    "whales ocean krill divers",
    "castle towers knights siege",
    "coffee beans roasting harvest",
)


@pytest.fixture(scope="module")
def browser():
    """One Chromium for all tests of this file."""
    with running_chromium() as running:
        yield running


@pytest.fixture
def report(tmp_path, encoder):
    """A report with enough text to scroll and with markup in it."""
    result = segment_units(
        [*SOIL * 10, *STARS * 10, EVIL], Settings(encoder=encoder), separator=" "
    )
    return written(tmp_path, result, "soil & stars")


@pytest.fixture
def subjects(tmp_path, encoder):
    """A text with twelve subjects of different length, its result and its report."""
    paragraphs = []
    for number, subject in enumerate(SUBJECTS):
        words = subject.split()
        paragraphs.append(
            " ".join(
                f"Here the {words[at % 4]} and the {words[(at + 1) % 4]} are told of, part {at}."
                for at in range(5 + 4 * number)
            )
        )
    result = segment("\n\n".join(paragraphs), Settings(encoder=encoder))
    return result, written(tmp_path, result, "Twelve subjects")


def written(folder, result, name):
    path = folder / "report.html"
    path.write_text(as_html(result, name), encoding="utf-8")
    return path


def written_chapters(folder, result, name):
    """The page of the chapters."""
    path = folder / "chapters.html"
    path.write_text(as_chapters_html(chapters_of(result, name)), encoding="utf-8")
    return path


def opened(browser, path, *, width=1200, height=844, **options):
    """The report in a page of its own; complaints of the console are errors."""
    page = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", **options
    ).new_page()
    page.complaints = []
    page.on("console", lambda message: page.complaints.append(message.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(path.as_uri())
    return page


def move_to(page, index):
    """The slider at a level, as its keys move it, and everything redrawn."""
    page.evaluate(
        """async (index) => {
          const slider = document.getElementById('granularity');
          slider.value = index;
          slider.dispatchEvent(new Event('input', {bubbles: true}));
          await new Promise((done) => setTimeout(done, 250));
        }""",
        index,
    )
    settled(page)


def settled(page):
    """Everything is redrawn: a level is drawn over several frames."""
    page.wait_for_selector("main:not([aria-busy])", state="attached")


SHOWN = """() => [...document.querySelectorAll('.segment')].map((section) => {
  const units = [...section.querySelectorAll('.u[id]')].map((unit) => Number(unit.id.slice(1)));
  return [section.id, units[0], units.at(-1)];
})"""
TEXT = "() => [...document.querySelectorAll('.u')].map((unit) => unit.textContent).join(' ')"


def test_every_level_of_the_slider_shows_its_own_segments(browser, subjects):
    """In the text, in the strip, in the contents and in the number; no unit is lost or moved."""
    result, path = subjects
    values = levels_values(granularity_levels(result))
    page = opened(browser, path)
    text = page.evaluate(TEXT)
    assert text.split() == result.text.split()
    assert len(values["levels"]) >= 8

    order = [*range(len(values["levels"])), 0, len(values["levels"]) - 1, values["default"]]
    for index in order:
        move_to(page, index)
        edges = (0, *naive_levels.applied(values)[index], result.n_units)
        spans = list(pairwise(edges))
        assert page.evaluate(SHOWN) == [
            [f"s{number}", start, end - 1] for number, (start, end) in enumerate(spans, 1)
        ]
        assert page.evaluate(TEXT) == text
        assert page.evaluate(STRIP) == [[start, end] for start, end in spans]
        assert page.evaluate(STEMS) == [start for start, _ in spans[1:]]
        assert page.locator(".contents a:visible").count() == len(spans)
        noun = "segment" if len(spans) == 1 else "segments"
        assert page.inner_text(".lede strong") == f"{len(spans)} {noun}"
        said = page.inner_text(".slider output")
        assert ("default" in said) == (index == values["default"])
        assert ("stable" in said) == values["levels"][index]["stable"]
    assert page.complaints == []


STRIP = """() => {
  // Links, or blocks of a picture: where they begin and end.
  const n = JSON.parse(document.getElementById('data').textContent).n_units;
  const units = (percent) => Math.round(parseFloat(percent) * n / 100);
  const links = document.querySelectorAll('.strip .own a:not(.pointer)');
  const blocks = document.querySelectorAll('.strip .blocks path:not(.current)');
  const shapes = [...blocks].map((path) => path.getAttribute('d')).join('');
  const drawn = [...shapes.matchAll(/M(\\d+) 0h(\\d+)/g)].map(
    ([, start, size]) => [Number(start), Number(start) + Number(size)]);
  const written = [...links].map(({style}) =>
    [units(style.left), units(style.left) + units(style.width)]);
  return [...written, ...drawn].sort((a, b) => a[0] - b[0]);
}"""
STEMS = """() => {
  const n = JSON.parse(document.getElementById('data').textContent).n_units;
  const lines = document.querySelector('.posts path:not(.heads)')?.getAttribute('d') ?? '';
  return [
    ...[...document.querySelectorAll('.stems i')].map(
      ({style}) => Math.round(parseFloat(style.left) * n / 100)),
    ...[...lines.matchAll(/M(\\d+) /g)].map(([, unit]) => Number(unit)),
  ].sort((a, b) => a - b);
}"""


def nested_vectors():
    """Three parts of four segments of three sections each, eight units long."""
    rng = np.random.default_rng(0)
    rows = []
    for _ in range(3):
        part = 2.0 * rng.normal(size=24)
        for _ in range(4):
            subject = part + 2.0 * rng.normal(size=24)
            for _ in range(3):
                section = subject + rng.normal(size=24)
                rows.append(section + 0.5 * rng.normal(size=(8, 24)))
    return np.vstack(rows)


@pytest.fixture
def nested(tmp_path):
    """A text with parts, segments and sections, its result and its report."""
    units = [f"{SUBJECTS[at // 24]} {at} " + "is told of. " * 7 for at in range(288)]
    text = "".join(unit + ("\n\n" if at % 5 == 0 else " ") for at, unit in enumerate(units))
    ends = list(accumulate(len(unit) + 1 + (at % 5 == 0) for at, unit in enumerate(units)))
    spans = tuple(Unit(start, end) for start, end in pairwise([0, *ends]))
    settings = Settings(levels=3, unit=GivenUnits(spans), language="en")
    result = segment(text, settings, vectors=nested_vectors())
    return result, written(tmp_path, result, "subjects")


def test_coming_back_to_the_default_gives_the_page_as_it_was(browser, nested):
    """The script makes the same elements as the file has: parts, sections, bars, folds."""
    result, path = nested
    page = opened(browser, path)
    before = page.evaluate(SHAPE)
    classes = ("fold", "part", "section", "boundary", "rest")
    assert [name for name in classes if f"class={name}" not in str(before)] == []

    move_to(page, 0)
    assert page.evaluate(SHAPE) != before
    move_to(page, levels_values(granularity_levels(result))["default"])

    assert page.evaluate(SHAPE) == before


SHAPE = """() => {
  // File and script differ in the order of attributes, in spaces, and in nothing else.
  const plain = (attribute) => attribute.name === 'style'
    ? attribute.value.replaceAll(' ', '').replace(/;$/, '') : attribute.value;
  const shape = (node) => node.nodeType === 3 ? node.data : [
    node.localName,
    [...node.attributes].map((each) => `${each.name}=${plain(each)}`)
      .filter((each) => !each.endsWith('=')).sort(),
    [...node.childNodes].filter((child) => child.nodeType === 1 || child.data.trim()).map(shape),
  ];
  return shape(document.querySelector('main'));
}"""


def test_the_slider_is_dragged(browser, subjects):
    """With the mouse from the default to the right end: the finest level."""
    result, path = subjects
    page = opened(browser, path)
    box = page.locator("#granularity").bounding_box()
    middle = box["y"] + box["height"] / 2
    level = granularity_levels(result)
    thumb = 20
    share = level.default / (len(level.levels) - 1)
    page.mouse.move(box["x"] + thumb / 2 + share * (box["width"] - thumb), middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, middle, steps=12)
    page.mouse.up()
    page.wait_for_timeout(250)
    settled(page)

    assert len(page.evaluate(SHOWN)) == level.levels[-1].n_segments
    page.click(".slider .reset")
    page.wait_for_timeout(250)
    settled(page)
    assert len(page.evaluate(SHOWN)) == len(result.segments)


def test_the_slider_is_moved_by_keys_and_says_where_it_is(browser, subjects):
    """Tab reaches it, arrows move it, its value is told in words."""
    result, path = subjects
    page = opened(browser, path)
    level = granularity_levels(result)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "granularity":
            break
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(100)
    settled(page)

    coarser = level.levels[level.default - 1].n_segments
    assert len(page.evaluate(SHOWN)) == coarser
    told = page.get_attribute("#granularity", "aria-valuetext")
    assert told.startswith(f"{coarser} segment")


def test_what_is_read_stays_where_it_is(browser, subjects):
    """Segments above change; the sentence under the bar, or the heading over it, does not move."""
    result, path = subjects
    page = opened(browser, path)
    page.evaluate("document.getElementById('u120').scrollIntoView({block: 'center'})")
    unit, top = page.wait_for_function(SCROLL_ANCHOR).json_value()

    move_to(page, len(granularity_levels(result).levels) - 1)
    assert abs(page.locator(f"#{unit}").bounding_box()["y"] - top) < 3

    move_to(page, 1)
    heading = page.locator(f".segment:has(#{unit}) > :is(h2, h3)").bounding_box()["y"]
    assert 0 < heading < 300


SCROLL_ANCHOR = """() => {
  const main = document.querySelector('main').getBoundingClientRect();
  const bar = document.querySelector('.bar').getBoundingClientRect().bottom;
  for (const below of [10, 40, 80, 120, 200, 300]) {
    const unit = document.elementFromPoint(main.left + main.width / 3, bar + below)?.closest('.u');
    if (unit) return [unit.id, unit.getBoundingClientRect().top];
  }
}"""


def finest(page):
    last = int(page.get_attribute("#granularity", "max"))
    move_to(page, last)
    return last


def test_a_crowded_strip_shows_and_leads_to_the_segment_under_the_pointer(browser, subjects):
    """One picture of all segments, and one link that follows the pointer."""
    result, path = subjects
    page = opened(browser, path)
    starts = (0, *granularity_levels(result).levels[finest(page)].boundaries)
    assert len(starts) > 24
    assert page.locator(".strip .own a").count() == 1
    box = page.locator(".strip .own").bounding_box()
    at = len(starts) // 2
    x = box["x"] + box["width"] * (starts[at] + 0.5) / result.n_units
    page.mouse.move(x, box["y"] + 5)

    link = page.locator(".strip .pointer")
    assert link.get_attribute("title").startswith(f"{at + 1}. ")
    assert link.get_attribute("aria-label") == link.get_attribute("title")
    page.mouse.click(x, box["y"] + 5)
    page.wait_for_timeout(200)
    assert page.evaluate("location.hash") == f"#s{at + 1}"
    assert 0 < page.locator(f"#s{at + 1}").bounding_box()["y"] < 300


def test_a_crowded_strip_is_walked_by_arrow_keys(browser, subjects):
    """Left and right, to both ends; Enter goes there."""
    result, path = subjects
    page = opened(browser, path)
    n = granularity_levels(result).levels[finest(page)].n_segments
    page.focus(".strip .pointer")
    hashes = []
    for key in ("Home", "ArrowLeft", "ArrowRight", "ArrowRight", "End", "ArrowLeft"):
        page.keyboard.press(key)
        hashes.append(page.evaluate("document.activeElement.hash"))
    page.keyboard.press("Enter")

    assert hashes == ["#s1", "#s1", "#s2", "#s3", f"#s{n}", f"#s{n - 1}"]
    assert page.evaluate("location.hash") == f"#s{n - 1}"


def test_the_strip_is_drawn_first_and_only_for_the_last_move_of_a_frame(browser, subjects):
    """Moves of one frame are one; the text follows in later frames."""
    result, path = subjects
    page = opened(browser, path)
    counts = [level.n_segments for level in granularity_levels(result).levels]
    drawn, n_sections, is_busy = page.evaluate(
        """async (last) => {
          const slider = document.getElementById('granularity'), drawn = [];
          const count = document.querySelector('.lede strong');
          new MutationObserver(() => drawn.push(parseInt(count.textContent))).observe(
            count, {childList: true, subtree: true, characterData: true});
          for (const index of [0, 3, 1, last - 1, last]) {
            slider.value = index;
            slider.dispatchEvent(new Event('input', {bubbles: true}));
          }
          await new Promise(requestAnimationFrame);
          return [drawn, document.querySelectorAll('.segment').length,
            document.querySelector('main').hasAttribute('aria-busy')];
        }""",
        len(counts) - 1,
    )
    assert drawn == [counts[-1]]
    assert is_busy
    assert n_sections == len(result.segments)
    settled(page)
    assert len(page.evaluate(SHOWN)) == counts[-1]


def test_a_move_in_the_middle_of_another_loses_nothing(browser, subjects):
    """Each level is left after one frame; the last one has every unit, and so has the print."""
    result, path = subjects
    page = opened(browser, path)
    text = page.evaluate(TEXT)
    levels = granularity_levels(result).levels
    order = np.random.default_rng(0).integers(0, len(levels), 40).tolist()
    page.evaluate(
        """async (order) => {
          const slider = document.getElementById('granularity');
          for (const index of order) {
            slider.value = index;
            slider.dispatchEvent(new Event('input', {bubbles: true}));
            await new Promise(requestAnimationFrame);
          }
          dispatchEvent(new Event('beforeprint'));
        }""",
        order,
    )

    assert page.evaluate(TEXT) == text
    assert [first for _, first, _ in page.evaluate(SHOWN)] == [0, *levels[order[-1]].boundaries]
    settled(page)
    assert page.evaluate(TEXT) == text
    assert page.complaints == []


MOST_STYLED, MOST_LAYOUTS = 90, 5
"""Elements and layouts of one task.  Measured: 75 and 4; 95 elements where the contents are put in
all at once, 105 with four segments in a frame, 138 with a rule like ``span + span``."""

CONTENTS = """() => [...document.querySelectorAll('.contents ol:not([hidden]) li')].map(
  (item) => [item.className, item.querySelector('a')?.getAttribute('href'), item.textContent,
    item.querySelector('a')?.getAttribute('style')])"""


@pytest.mark.parametrize("last", [1, 5, -1])
def test_a_fast_drag_ends_where_a_single_jump_does(browser, nested, last):
    """Text, strip, stems and contents are the same, however many levels were left half drawn."""
    result, path = nested
    levels = granularity_levels(result).levels
    order = np.random.default_rng(1).integers(0, len(levels), 30).tolist()
    dragged, jumped = opened(browser, path), opened(browser, path)
    for index in order[:3]:
        move_to(dragged, index)
    dragged.evaluate(
        """async (order) => {
          const slider = document.getElementById('granularity');
          for (const index of order) {
            slider.value = index;
            slider.dispatchEvent(new Event('input', {bubbles: true}));
            // Some moves come while the contents are drawn, which begins when the slider rests.
            const rests = index % 5 ? 1 : 10;
            for (let frame = 0; frame < rests; frame += 1) await new Promise(requestAnimationFrame);
          }
        }""",
        order,
    )
    for page in (dragged, jumped):
        move_to(page, last % len(levels))

    for shown in (SHAPE, SHOWN, STRIP, STEMS, CONTENTS):
        assert dragged.evaluate(shown) == jumped.evaluate(shown)


def test_a_move_styles_and_lays_out_little_in_any_frame(browser, nested):
    """Counted, not timed: no rule or step makes the browser work out again what stays the same.

    The default is left out: its contents, which stand in the file, come back in one frame.
    """
    result, path = nested
    page = opened(browser, path, height=900)
    page.evaluate("document.getElementById('u140').scrollIntoView()")
    levels = granularity_levels(result)
    last = len(levels.levels) - 1
    steps = [*range(last, -1, -1), *range(1, last + 1), 0, last, 2, last - 1, 1]
    order = [index for index in steps if index != levels.default]
    for index in (0, last):
        move_to(page, index)
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate("performance.mark('moving')")
    for index in order:
        move_to(page, index)
    events = of_the_page(json.loads(browser.stop_tracing())["traceEvents"])

    frames = [work_of(task, events) for task in complete(events, "RunTask")]
    assert max(styled for styled, _ in frames) <= MOST_STYLED
    assert max(layouts for _, layouts in frames) <= MOST_LAYOUTS


CATEGORIES = [
    *("toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"),
    "blink.user_timing",
]


def of_the_page(events):
    """Tasks, styles and layouts of the thread that runs the page."""
    mark = next(each for each in events if each["name"] == "moving")
    thread = (mark["pid"], mark["tid"])
    own = [each for each in events if (each["pid"], each["tid"]) == thread]
    return [each for each in own if each["name"] in ("RunTask", "UpdateLayoutTree", "Layout")]


def work_of(task, events):
    """Elements that were styled in a task, and how often it laid out."""
    inside = [each for each in events if 0 <= each["ts"] - task["ts"] < task["dur"]]
    styled = sum(each["args"]["elementCount"] for each in complete(inside, "UpdateLayoutTree"))
    return styled, len(complete(inside, "Layout"))


def complete(events, name):
    return [each for each in events if each["name"] == name and each["ph"] == "X"]


def test_a_link_into_folded_text_unfolds_it(browser, subjects):
    """Also where its segment is made anew afterwards."""
    result, path = subjects
    page = opened(browser, path)
    unit = result.n_units - 3
    seen = f"document.getElementById('u{unit}').getBoundingClientRect().top"
    page.evaluate(f"location.hash = 'u{unit}'")
    page.wait_for_timeout(200)
    assert 0 < page.evaluate(seen) < 844

    move_to(page, 0)
    assert 0 < page.evaluate(seen) < 844


def test_folded_text_to_which_the_browser_scrolls_is_unfolded(browser, subjects):
    """As it does to a word that is searched for; selecting everything unfolds and moves nothing."""
    result, path = subjects
    page = opened(browser, path)
    page.keyboard.press("Control+A")
    page.wait_for_timeout(200)
    assert page.locator(".segment.opened").count() == page.evaluate("scrollY") == 0

    page.evaluate("getSelection().empty()")
    page.evaluate(f"document.getElementById('u{result.n_units - 3}').scrollIntoView()")
    page.wait_for_selector(f".segment.opened:has(#u{result.n_units - 3})")
    assert page.locator(".segment.opened").count() == 1


def test_the_matrix_is_walked_by_arrow_keys(browser, subjects):
    """The two sentences are shown and told; Enter goes to the first."""
    result, path = subjects
    page = opened(browser, path)
    page.focus(".matrix .plot")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "End", "ArrowLeft"):
        page.keyboard.press(key)

    said = page.locator(".pair a").all_inner_texts()
    assert [int(words.split()[0]) for words in said] == [3, result.n_units - 1]
    told = page.inner_text(".matrix [aria-live]")
    assert told.startswith("3: Here the")
    assert f" {result.n_units - 1}: Here the" in told
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#u2"
    assert page.locator(".u.hit").count() == 2


def test_the_page_is_complete_without_scripts(browser, subjects):
    """The default stands there, with strip and contents; there is no slider."""
    result, path = subjects
    page = opened(browser, path, java_script_enabled=False)

    assert page.locator(".segment").count() == len(result.segments)
    assert " ".join(page.locator(".u").all_text_contents()).split() == result.text.split()
    assert page.locator(".strip .own a").count() == len(result.segments)
    assert page.locator(".contents a").count() == len(result.segments)
    assert not page.locator(".slider").is_visible()
    label = page.locator(".unfold").first
    label.click()
    assert label.inner_text() == "Show less"


def test_no_other_script_runs(browser, subjects):
    """Neither one that is written into the file, nor one added later, nor an attribute."""
    _, path = subjects
    attack = "document.title = 'attacked'"
    page_text = path.read_text(encoding="utf-8").replace(
        "</main>", f'</main><script>{attack}</script><img src=x onerror="{attack}">'
    )
    path.write_text(page_text, encoding="utf-8")
    page = opened(browser, path)
    page.evaluate(
        """(attack) => {
          const script = document.createElement('script');
          script.textContent = attack;
          document.body.append(script);
          document.body.setAttribute('onclick', attack);
          document.body.click();
        }""",
        attack,
    )
    page.wait_for_timeout(100)

    assert page.title().startswith("Twelve subjects")
    assert any("Content Security Policy" in complaint for complaint in page.complaints)
    assert page.locator("#granularity").is_visible()


def test_markup_stays_text_at_every_level(browser, tmp_path, encoder):
    """In the text, in titles that are made of it, in the name, in headings."""
    units = [f"{words} {at} {EVIL}" for words in SUBJECTS[:6] for at in range(4)]
    places = [Place(heading=int(at % 4 == 0), headings=(f"{EVIL} {at // 4}",)) for at in range(24)]
    result = segment_units(units, Settings(encoder=encoder), places=places)
    page = opened(browser, written(tmp_path, result, EVIL))
    scripts = page.locator("script").count()
    for index in range(len(granularity_levels(result).levels)):
        move_to(page, index)
    page.hover(".matrix .plot")

    assert scripts == page.locator("script").count() == 2
    assert page.locator("main img, nav img, .pair img, h1 img").count() == 0
    assert page.title().startswith("<script>")
    assert page.complaints == []


def test_arabic_reads_from_right_to_left(browser, tmp_path, encoder):
    """Text and titles; the strip and its axis run like the page."""
    soil = ["التربة تحتفظ بالماء.", "الديدان تفكك التربة.", "السماد يغذي التربة."]
    stars = ["النجوم تحترق بعيدا.", "كل نجم يضيء.", "النجوم قديمة جدا."]
    result = segment_units([*soil * 4, *stars * 4], Settings(encoder=encoder), separator=" ")
    page = opened(browser, written(tmp_path, result, "نص"), width=390)

    assert page.evaluate("getComputedStyle(document.querySelector('.body p')).direction") == "rtl"
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.segment h2')).direction") == "rtl"
    )
    move_to(page, 0)
    assert page.evaluate("getComputedStyle(document.querySelector('.body p')).direction") == "rtl"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    # A title that ends at the right must not run into the number beside it.
    beside = "getComputedStyle(document.querySelector('.contents .size')).paddingLeft"
    assert page.evaluate(beside) == "12px"


RIGHT_EDGES = """all => all.map(each => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return Math.round(range.getBoundingClientRect().right);
})"""


@pytest.mark.parametrize(("write", "lines"), [(written, "h2, p[dir]"), (written_chapters, "h2, p")])
def test_arabic_begins_at_one_edge(browser, tmp_path, encoder, write, lines):
    """Paragraphs stood left of their heading, keywords and times at the left edge."""
    places = [Place(start_seconds=9.0 * n, end_seconds=9.0 * n + 9.0) for n in range(12)]
    units = ["التربة تحتفظ بالماء كثيرا."] * 6 + ["النجوم تحترق بعيدا في الليل."] * 6
    settings = Settings(encoder=encoder, granularity=SegmentCount(2))
    result = segment_units(units, settings, separator=" ", places=places)
    page = opened(browser, write(tmp_path, result, "نص"), width=900)

    ends = page.locator(".segment >> nth=0").locator(lines).evaluate_all(RIGHT_EDGES)
    assert len(ends) > 1
    assert max(ends) - min(ends) <= 1


def test_code_keeps_its_lines_and_scrolls_by_itself(browser, tmp_path, encoder):
    """The page does not become wider than a phone."""
    code = "```\nimport soil\n\tfor worm in soil.worms():\n\t\tprint(" + "'worm', " * 40 + ")\n```"
    text = " ".join(SOIL) + "\n\n" + code + "\n\n" + " ".join(STARS)
    page = opened(
        browser, written(tmp_path, segment(text, Settings(encoder=encoder)), "x"), width=390
    )

    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator("p.code").first.inner_text().count("\n") >= 3
    assert page.evaluate("getComputedStyle(document.querySelector('p.code')).overflowX") == "auto"


def test_times_stand_under_the_strip_and_in_each_segment(browser, tmp_path, encoder):
    """Of a recording; at every level."""
    units = [*SOIL * 10, *STARS * 10]
    places = [
        Place(start_seconds=30.0 * at, end_seconds=30.0 * at + 29.0) for at in range(len(units))
    ]
    result = segment_units(units, Settings(encoder=encoder), places=places)
    page = opened(browser, written(tmp_path, result, "talk"))

    assert page.locator(".ticks").first.inner_text().split() == [
        f"{minute}:00" for minute in range(0, 40, 5)
    ]
    assert "0:00 to 19:59" in page.locator(".meta").first.inner_text()
    move_to(page, 0)
    assert "0:00 to 39:59" in page.locator(".meta").first.inner_text()


def test_pointing_at_the_matrix_shows_two_sentences_and_a_click_goes_there(browser, subjects):
    """Row and column; the sentences are links, and both are marked in the text."""
    result, path = subjects
    page = opened(browser, path, height=1400)
    box = page.locator(".plot").bounding_box()
    page.mouse.move(box["x"] + 0.75 * box["width"], box["y"] + 0.25 * box["height"])

    row, column = int(0.25 * result.n_units), int(0.75 * result.n_units)
    said = page.locator(".pair a").all_inner_texts()
    assert [int(words.split()[0]) - 1 for words in said] == pytest.approx([row, column], abs=1)
    assert all("are told of" in words for words in said)
    page.mouse.click(box["x"] + 0.75 * box["width"], box["y"] + 0.25 * box["height"])
    page.wait_for_timeout(200)
    assert page.locator(".u.hit").count() == 2
    target = page.locator(".u:target")
    assert 0 < target.bounding_box()["y"] < 1400
    assert page.evaluate("document.querySelector('.u:target').closest('.body').clientHeight") > 0


def test_the_segment_that_is_read_is_marked_in_the_contents(browser, subjects):
    """And in the strip; exactly one of each."""
    _, path = subjects
    page = opened(browser, path)
    page.click(".contents a[href='#s5']")
    page.wait_for_timeout(200)

    marked = page.locator("[aria-current]").evaluate_all("all => all.map((one) => one.hash)")
    assert marked == ["#s5", "#s5"]


def test_the_contents_follow_what_is_read_at_every_level(browser, subjects):
    """A list longer than its room is scrolled to the segment; the strip marks it too."""
    _, path = subjects
    page = opened(browser, path)
    page.evaluate("document.getElementById('u250').scrollIntoView()")
    finest(page)
    marked = page.locator(".contents ol:visible a[aria-current]")
    # The contents follow when the slider rests, on a busy machine seconds later.
    marked.wait_for()
    room = page.locator(".contents ol:visible").bounding_box()

    assert marked.count() == 1
    assert room["y"] <= marked.bounding_box()["y"] <= room["y"] + room["height"]
    assert page.get_attribute(".strip .pointer", "href") == marked.get_attribute("href")
    assert page.get_attribute(".strip .blocks .current", "d").startswith("M")


def test_long_segments_fold_and_unfold_by_key(browser, subjects):
    """A few lines of each are seen; the space bar shows the rest."""
    _, path = subjects
    page = opened(browser, path)
    height = "document.querySelector('.fold ~ .body').clientHeight"
    folded = page.evaluate(height)
    page.locator(".fold").first.focus()
    page.keyboard.press("Space")

    assert folded < 250 < page.evaluate(height)
    page.wait_for_timeout(200)
    assert page.locator(".unfold").first.inner_text() == "Show less"


def test_the_printed_page_holds_everything(browser, subjects):
    """Nothing is folded, nothing sticks, and there is no slider."""
    _, path = subjects
    page = opened(browser, path)
    page.emulate_media(media="print")

    assert not page.locator(".slider").is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.bar')).position") == "static"
    assert page.evaluate("""() => [...document.querySelectorAll('.body')].every(
      (body) => body.scrollHeight <= body.clientHeight + 1)""")
    assert page.pdf(format="A4").count(b"/Type /Page\n") >= 3


def test_paper_is_white_for_those_who_read_in_the_dark(browser, subjects):
    """Light letters were printed on white paper."""
    page = opened(browser, subjects[1], color_scheme="dark")
    page.emulate_media(media="print")
    colours = """() => ['body', '.strip .own a', '.meta'].map(
      (name) => getComputedStyle(document.querySelector(name)).color)"""
    dark = page.evaluate(colours)
    page.emulate_media(media="print", color_scheme="light")

    assert page.evaluate(colours) == dark


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 390])
def test_axe_finds_nothing_serious(browser, subjects, scheme, width):
    """At the default and at the finest level."""
    result, path = subjects
    page = opened(browser, path, width=width, color_scheme=scheme)

    assert severe_violations(page) == []
    move_to(page, len(granularity_levels(result).levels) - 1)
    assert severe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_number_in_the_strip_is_seen_whole_or_not_at_all(browser, tmp_path, encoder):
    """On a phone a narrow segment showed a part of its number: 13 was a 1."""
    units, cuts = SOIL * 8 + STARS * 7, frozenset({16, 32, 48, 49, 50, 54})
    settings = Settings(
        encoder=encoder, granularity=SegmentCount(1 + len(cuts)), limits=Limits(forced=cuts)
    )
    page = opened(browser, written(tmp_path, segment_units(units, settings), "Narrow"), width=320)
    shown = page.evaluate(NUMBERS)

    assert [whole for whole, _ in shown].count(True) >= 3
    assert all(whole or hidden for whole, hidden in shown)


def test_a_strip_of_many_segments_has_no_gaps(browser, tmp_path, encoder):
    """Rounded to pixels, some segments ended before the next one began: white lines."""
    units = (SOIL + STARS) * 50
    settings = Settings(encoder=encoder, granularity=SegmentCount(97))
    page = opened(browser, written(tmp_path, segment_units(units, settings), "Many"), width=1213)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    picture = imread(io.BytesIO(page.locator(".strip .own").screenshot()), format="png")
    ground = [int(value) / 255 for value in re.findall(r"\d+", paper)]
    row = picture[picture.shape[0] // 2, 1:-1, :3]

    assert not np.isclose(row, ground, atol=0.05).all(axis=1).any()


NUMBERS = """() => [...document.querySelectorAll('.strip .own a')].filter(
  (link) => link.textContent).map((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    const [box, text] = [link.getBoundingClientRect(), [...range.getClientRects()].at(-1)];
    const is_whole = text.left >= box.left && text.right <= box.right && text.bottom <= box.bottom;
    return [is_whole, text.top >= box.bottom];
  })"""


@pytest.mark.parametrize("width", [1200, 390])
def test_percents_on_stems_do_not_run_into_each_other(browser, tmp_path, encoder, width):
    """In the file, and where the slider comes back to it."""
    units, cuts = SOIL * 12 + STARS * 13, frozenset({4, 8, 40, 44, 48, 90, 95})
    settings = Settings(
        encoder=encoder, granularity=SegmentCount(1 + len(cuts)), limits=Limits(forced=cuts)
    )
    page = opened(browser, written(tmp_path, segment_units(units, settings), "x"), width=width)
    first = page.evaluate(LABELS)
    page.focus("#granularity")
    for key in ("ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_timeout(250)
        settled(page)

    assert len(first) >= 3
    assert all(right <= left for (_, right), (left, _) in pairwise(first))
    assert page.evaluate(LABELS) == first


def test_the_numbers_of_the_axis_do_not_lie_on_stems(browser, tmp_path, encoder):
    """On a phone the last stems crossed out 100% and 50%."""
    cuts = frozenset(range(4, 100, 4))
    settings = Settings(
        encoder=encoder, granularity=SegmentCount(1 + len(cuts)), limits=Limits(forced=cuts)
    )
    result = segment_units((SOIL * 12 + STARS * 13)[:100], settings)
    page = opened(browser, written(tmp_path, result, "x"), width=390)

    numbers, highest = page.evaluate(AXIS)
    assert [text for text, _ in numbers] == ["100%"]
    assert all(bottom <= highest for _, bottom in numbers)


AXIS = """() => {
  const range = document.createRange();
  const numbers = [...document.querySelectorAll('.stems > span')].map((span) => {
    range.selectNodeContents(span);
    return [span.textContent, range.getBoundingClientRect()];
  });
  const stems = [...document.querySelectorAll('.stems i, .stems .posts')];
  return [numbers.filter(([, box]) => box.height).map(([text, box]) => [text, box.bottom]),
    Math.min(...stems.map((stem) => stem.getBoundingClientRect().top))];
}"""


LABELS = """() => [...document.querySelectorAll('.stems b')].map(
  (label) => label.getBoundingClientRect()).filter((box) => box.width).map(
  (box) => [Math.round(box.left), Math.round(box.right)])"""


def test_the_legend_of_the_slider_stands_below_its_marks(browser, subjects):
    """The diamond of the default lay on the words of the legend."""
    page = opened(browser, subjects[1])
    edges = page.evaluate(
        """() => [Math.max(...[...document.querySelectorAll('.slider .marks i')].map(
             (mark) => mark.getBoundingClientRect().bottom)),
           document.querySelector('.slider .legend').getBoundingClientRect().top]"""
    )
    assert edges[0] <= edges[1]


def test_an_empty_text_keeps_its_distance_from_the_edge_of_a_phone(browser, tmp_path, encoder):
    page = opened(
        browser, written(tmp_path, segment("", Settings(encoder=encoder)), "e"), width=390
    )
    lefts = page.evaluate(
        """() => ['h1', 'main > p'].map((selector) => {
             const range = document.createRange();
             range.selectNodeContents(document.querySelector(selector));
             return Math.round(range.getBoundingClientRect().left);
           })"""
    )
    assert lefts[0] == lefts[1] == 20


@pytest.mark.parametrize("width", [1200, 390])
def test_the_page_fits_its_window_and_asks_for_nothing(browser, report, width):
    """No sideways scrolling, no request, no complaint in the console."""
    page = browser.new_page(viewport={"width": width, "height": 844})
    requests, complaints = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(report.as_uri())

    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    assert complaints == []
    assert page.title().startswith("soil & stars")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("document.querySelector('.matrix img').naturalWidth") == 81


def test_the_strip_leads_to_the_segments(browser, report):
    """A click shows the segment below the strip, which stays in sight."""
    page = browser.new_page(viewport={"width": 1200, "height": 500}, reduced_motion="reduce")
    page.goto(report.as_uri())
    page.click(".strip .own a:nth-child(2)")

    top = page.evaluate("document.getElementById('s2').getBoundingClientRect().top")
    assert 0 < top < 160
    assert page.evaluate("document.querySelector('.bar').getBoundingClientRect().top") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_on_its_background(browser, report, scheme):
    """Contrast of at least 4.5 to 1 (WCAG AA) for text, titles and small print."""
    page = browser.new_page(viewport={"width": 1200, "height": 844}, color_scheme=scheme)
    page.goto(report.as_uri())
    for selector in (
        *("h1", ".lede", ".caption", ".segment p", ".segment h2", ".meta", ".strip .own a"),
        *(".boundary", ".ticks span", ".slider output", ".slider .legend", ".chart .scale span"),
    ):
        assert page.evaluate(CONTRAST, selector) >= 4.5, (scheme, selector)


CONTRAST = """(selector) => {
  // Painting a colour on a canvas turns any notation into red, green and blue.
  const context = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const light = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map(
      (v) => v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const element = document.querySelector(selector);
  let ground = element;
  while (getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') {
    ground = ground.parentElement;
  }
  const a = light(getComputedStyle(element).color);
  const b = light(getComputedStyle(ground).backgroundColor);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}"""
