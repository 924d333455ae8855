"""The page of the server in a real Chromium: everything a person does with it."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from browser import running_chromium, severe_violations
from conftest import WordHashing
from embed_kcpd import Settings, segment
from embed_kcpd.annotations.granularity_levels import granularity_levels
from embed_kcpd.preparation import split_text
from embed_kcpd.server.routes.page import FOLDER, SAMPLES
from embed_kcpd.server.routes.view import text_values
from embed_kcpd.server.settings import ServerSettings
from running_server import running_server
from test_pipeline import SOIL, STARS
from test_report_in_browser import CONTRAST

EXAMPLES = Path(__file__).parent.parent / "examples"
TEXT = " ".join([*SOIL * 5, *STARS * 5])
EVIL = "<script>document.title='attacked'</script><img src=x onerror=\"document.title='attacked'\">"
ARABIC = "التربة تحفظ الماء. الديدان تحرث التربة. النجوم تشتعل بعيدا. كل نجم يضيء. "
RUN = "#run"
DONE = ".slider:not([hidden])"


@pytest.fixture(scope="module")
def server():
    with running_server(ServerSettings(workers=2, max_bytes=60_000)) as running:
        yield running


@pytest.fixture(scope="module")
def browser():
    with running_chromium() as running:
        yield running


@pytest.fixture
def new_page(browser, server):
    """Opens the page; nothing may ask another host, and no script may complain or be refused."""
    opened, requests, complaints = [], [], []

    def open_page(width=1200, color_scheme="light"):
        page = browser.new_page(
            viewport={"width": width, "height": 844},
            color_scheme=color_scheme,
            reduced_motion="reduce",
        )
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(server.address)
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        assert page.title() != "attacked"
        page.close()
    own = (server.address, "data:", f"blob:{server.address}")
    assert [url for url in requests if not url.startswith(own)] == []
    # Chromium itself notes every answer that is an error.
    assert [line for line in complaints if not line.startswith("Failed to load resource")] == []


@pytest.fixture
def page(new_page):
    return new_page()


def paste(page, text):
    """Paste a text and wait for its segments."""
    page.fill("#pasted", text)
    page.click(RUN)
    page.wait_for_selector(DONE)


def starts(page):
    """First units of the segments in the text, the strip and the contents, which must agree."""
    page.wait_for_selector("main:not([aria-busy])", state="attached")
    shown = page.evaluate(
        """() => [...document.querySelectorAll('main .segment')].map(
             (section) => Number(section.querySelector('.u').id.slice(1)))"""
    )
    assert page.locator(".strip .own a").count() == len(shown)
    return shown


def text_of(page):
    return "".join(page.locator("main .u").all_text_contents())


def problem(page):
    page.wait_for_selector("#problem:not([hidden])")
    return page.inner_text("#problem")


def test_a_pasted_text_is_shown_in_the_segments_that_the_library_finds(page):
    paste(page, TEXT)
    result = segment(TEXT, Settings(encoder=WordHashing()))

    assert text_of(page) == TEXT
    assert starts(page) == [0, *result.boundaries]
    assert page.inner_text("#lede") == f"40 sentences in {len(result.segments)} segments"
    assert page.inner_text("#status") == page.inner_text("#lede")
    assert page.locator(".contents ol a").count() == len(result.segments)
    assert [title.split("\n")[-1] for title in page.locator("main h2").all_inner_texts()] == [
        title or f"Segment {number}" for number, title in enumerate(result.titles, 1)
    ]


def test_no_caret_stays_in_the_hidden_text(page, browser):
    """Chromium would look for it in all of the text at every layout: 20 ms behind 400 lines."""
    page.fill("#pasted", TEXT)
    page.press("#pasted", "Control+Enter")
    page.wait_for_selector(DONE)
    page.focus("#granularity")
    browser.start_tracing(page=page, categories=["blink", "input"])
    for key in ("Home", "End", "Home"):
        said = page.inner_text("#lede strong")
        page.keyboard.press(key)
        page.wait_for_function(
            "(said) => document.querySelector('#lede strong').textContent !== said", arg=said
        )
    names = [event["name"] for event in json.loads(browser.stop_tracing())["traceEvents"]]
    assert any(name.startswith("LocalFrameView") for name in names), "layouts were not traced"
    assert "VisibleUnits::canonicalPosition" not in names

    page.click("#source > summary")
    page.locator("#pasted").press_sequentially("!")
    assert sorted(page.input_value("#pasted")) == sorted(TEXT + "!")


def test_the_slider_shows_every_level_without_a_request(page):
    """Only titles are asked for, when it rests; the text stays whole at every level."""
    paste(page, TEXT)
    levels = granularity_levels(segment(TEXT, Settings(encoder=WordHashing())))
    asked = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    page.focus("#granularity")
    page.keyboard.press("Home")
    for number, level in enumerate(levels.levels):
        wanted = f"{level.n_segments} segment{'s' if level.n_segments > 1 else ''}"
        page.wait_for_function(
            "(text) => document.querySelector('#lede strong').textContent === text", arg=wanted
        )
        assert starts(page) == [0, *level.boundaries]
        assert text_of(page) == TEXT
        assert page.get_attribute("#granularity", "aria-valuetext").startswith(wanted)
        if number < len(levels.levels) - 1:
            page.keyboard.press("ArrowRight")

    assert set(asked) <= {"titles"}


def test_titles_of_a_level_come_when_the_slider_rests(page, server):
    paste(page, TEXT)
    with page.expect_response("**/v1/titles") as answer:
        page.focus("#granularity")
        page.keyboard.press("End")
    titles = answer.value.json()["titles"]
    assert any(titles)
    page.wait_for_function(
        """(titles) => {
          const shown = [...document.querySelectorAll('.contents ol .title')];
          return shown.length === titles.length && titles.every(
            (title, n) => !title || title === shown[n].innerText);
        }""",
        arg=titles,
    )


@pytest.mark.parametrize("is_default", [True, False])
def test_what_is_saved_has_the_segments_that_are_shown(page, is_default):
    paste(page, TEXT)
    if not is_default:
        page.focus("#granularity")
        page.keyboard.press("End")
        page.wait_for_function("() => !document.querySelector('.reset').hidden")
    saved = {}
    for kind in ("json", "html", "chunks"):
        with page.expect_download() as download:
            page.click(f"[data-export={kind}]")
        saved[kind] = download.value.path().read_text(encoding="utf-8")
        assert download.value.suggested_filename.startswith("Pasted text.")

    assert [0, *json.loads(saved["json"])["boundaries"]] == starts(page)
    assert f"<strong>{len(starts(page))} segment" in saved["html"]
    assert "".join(json.loads(line)["text"] for line in saved["chunks"].splitlines()) == TEXT


def test_a_dropped_recording_gets_times_and_chapters(page):
    content = (EXAMPLES / "panel.srt").read_text(encoding="utf-8")
    page.evaluate(DROP, ["panel.srt", content])
    page.wait_for_selector(DONE)

    assert page.inner_text("h1") == "panel.srt"
    assert "0:01 to" in page.inner_text("main .meta >> nth=0")
    with page.expect_download() as download:
        page.click("[data-export=chapters]")
    assert download.value.suggested_filename == "panel.chapters.vtt"
    saved = download.value.path().read_text(encoding="utf-8")
    assert saved.startswith("WEBVTT")
    assert saved.count(" --> ") == len(starts(page))
    page.focus("#granularity")
    page.keyboard.press("End")
    page.wait_for_function("() => !document.querySelector('.reset').hidden")
    with page.expect_download() as download:
        page.click("[data-export=chapters]")
    assert download.value.path().read_text(encoding="utf-8").count(" --> ") == len(starts(page)) > 1
    page.focus("#granularity")
    page.keyboard.press("Home")
    page.wait_for_function(
        "() => document.querySelector('#lede strong').textContent === '1 segment'"
    )
    page.select_option("#chapter-format", "youtube")
    page.click("[data-export=chapters]")
    assert problem(page).startswith("YouTube shows chapters only where there are 3 or more")


DROP = """([name, content]) => {
  const files = new DataTransfer();
  files.items.add(new File([content], name));
  for (const kind of ['dragenter', 'dragover', 'drop']) {
    document.body.dispatchEvent(
      new DragEvent(kind, {dataTransfer: files, bubbles: true, cancelable: true}));
  }
}"""


def test_a_folder_that_is_dropped_is_said_to_be_one(page):
    """It was called a failure of the page."""
    page.evaluate("() => { File.prototype.arrayBuffer = () => Promise.reject(new Error('x')); }")
    page.evaluate(DROP, ["essays", ""])

    assert problem(page).startswith("essays cannot be read. If it is a folder")


def test_a_sample_is_one_click_and_another_text_replaces_it(page):
    page.click("[data-sample='garden.txt']")
    page.wait_for_selector(DONE)
    first = text_of(page)
    page.click("#source > summary")
    page.click("#remove")
    paste(page, TEXT)

    assert first.startswith("The garden behind the old goods station")
    assert text_of(page) == TEXT
    assert page.locator(".contents").count() == 1


def test_samples_are_the_examples_of_the_project():
    for name, _ in SAMPLES:
        assert (FOLDER / "samples" / name).read_bytes() == (EXAMPLES / name).read_bytes()


def test_a_chosen_file_that_is_no_utf8_is_sent_as_bytes(page, tmp_path):
    path = tmp_path / "wide.txt"
    path.write_text(TEXT, encoding="utf-16")
    page.set_input_files("#file", path)
    page.wait_for_selector(DONE)

    assert text_of(page) == TEXT


def test_settings_hold_for_the_next_run(page):
    page.click("#settings > summary")
    page.fill("[name=segments]", "3")
    page.fill("[name=min]", "2")
    page.dispatch_event("[name=min]", "change")
    said = page.inner_text("#settings-said")
    paste(page, TEXT)

    assert said == "2 changed"
    assert len(starts(page)) == 3
    page.click("#source > summary")
    page.fill("[name=segments]", "")
    page.fill("[name=max]", "5")
    page.click(RUN)
    page.wait_for_selector(DONE)
    edges = [*starts(page), 40]
    assert max(b - a for a, b in pairwise(edges)) <= 5


def test_matrix_and_text_point_at_each_other(page):
    paste(page, TEXT)
    plot = page.locator(".plot")
    plot.scroll_into_view_if_needed()
    size = plot.bounding_box()["width"]
    plot.hover(position={"x": size * 4.5 / 40, "y": size * 1.5 / 40})

    assert page.locator(".pair a").all_inner_texts() == [
        "2\nWorms loosen the soil.",
        "5\nSoil holds water.",
    ]
    page.hover("#u3")
    assert page.get_attribute(".cross", "d").startswith("M0 3.5H40")


def test_everything_can_be_done_with_the_keyboard(page):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "pasted"
    page.keyboard.insert_text(TEXT)
    for _ in range(2 + len(SAMPLES)):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "run"
    page.keyboard.press("Enter")
    page.wait_for_selector(DONE)
    assert page.evaluate("document.activeElement.id") == "name"
    reached = []
    while "json" not in reached and len(reached) < 60:
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("document.activeElement.dataset.export ?? document.activeElement.id")
        )
    assert "granularity" in reached
    with page.expect_download():
        page.keyboard.press("Enter")


def test_the_page_fits_a_phone(new_page):
    page = new_page(width=390)
    page.click("#settings > summary")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    paste(page, TEXT)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_phone_has_the_files_to_save_before_the_text(new_page):
    page = new_page(390)
    paste(page, TEXT)

    assert page.locator(".exports").bounding_box()["y"] < page.locator("main").bounding_box()["y"]


def test_the_largest_file_that_is_named_allows_for_base64(page):
    """A PDF of 7 MB was refused where the page said up to 8 MB."""
    assert f"up to {0.75 * 60_000 / 1e6:.3g} MB" in page.inner_text("#form > .caption")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(new_page, scheme):
    """Contrast of at least 4.5 to 1, and nothing that axe-core calls serious."""
    page = new_page(color_scheme=scheme)
    page.click("#settings > summary")
    assert severe_violations(page) == []
    for selector in (".lede", "#sheet .link", ".caption", RUN):
        assert page.evaluate(CONTRAST, selector) >= 4.5, selector
    page.click(RUN)
    assert page.evaluate(CONTRAST, "#problem") >= 4.5
    assert severe_violations(page) == []
    paste(page, TEXT)
    for selector in ("#lede strong", "main h2", ".meta", ".exports button", "#source > summary"):
        assert page.evaluate(CONTRAST, selector) >= 4.5, selector
    assert severe_violations(page) == []


def test_right_to_left_text_runs_from_right_to_left(page):
    paste(page, ARABIC * 6)

    assert (
        page.evaluate("getComputedStyle(document.querySelector('main .body p')).direction") == "rtl"
    )
    assert text_of(page) == (ARABIC * 6).rstrip() or text_of(page) == ARABIC * 6


def test_markup_stays_text_in_every_field(page, server):
    """In the text, the titles, the name of the file, a setting and a message."""
    escaped = EVIL.replace("<", "\\<")
    soil, stars = "\n\n".join(SOIL * 5), "\n\n".join(STARS * 5)
    headed = f"# Soil {escaped}\n\n{soil}\n\n# Stars {escaped}\n\n{stars}"
    page.evaluate(DROP, [f"{EVIL}.md", headed])
    page.wait_for_selector(DONE)

    assert page.inner_text("h1") == f"{EVIL}.md"
    titles = page.locator("main h2").all_inner_texts()
    assert [EVIL in title for title in titles] == [True, True]
    page.click("#source > summary")
    page.click("#settings > summary")
    page.fill("[name=language]", "<script>x")
    page.click(RUN)
    assert "<script>x" in problem(page)
    assert page.locator("body script").count() == 0
    assert page.locator("img[src=x]").count() == 0


def test_a_script_from_elsewhere_is_refused(browser, server):
    page = browser.new_page()
    page.goto(server.address)
    page.evaluate(
        """() => { const script = document.createElement('script');
                   script.textContent = "document.title = 'attacked'";
                   document.head.append(script); }"""
    )

    assert page.title() != "attacked"
    policy = server.client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    page.close()


def test_an_empty_text_is_asked_for(page):
    page.click(RUN)

    assert problem(page) == "There is no text yet. Paste one, or choose a file."


@pytest.mark.parametrize("content", ["", "\n \r\n"])
def test_a_file_without_text_is_said_to_be_one(page, content):
    page.evaluate(DROP, ["empty.txt", content])

    assert problem(page) == "The file holds no text."
    assert page.is_visible("#chosen")


@pytest.mark.parametrize("text", ["One sentence.", "😀", "Same. Same. Same.\r\n\r\nSame."])
def test_the_shortest_texts_are_shown(page, text):
    page.fill("#pasted", text)
    page.click(RUN)
    page.wait_for_selector("body.with-result")

    assert "".join(text_of(page).split()) == "".join(text.split())
    assert starts(page) == [0]
    assert page.locator(".contents ol a").count() == 1


def test_stems_are_explained_where_there_can_be_one(page):
    """A text of one sentence has neither their scale nor their caption."""
    caption = page.locator(".bar + .caption")
    for text, is_shown in (("One sentence.", False), (" ".join(SOIL), True)):
        page.locator("#source").evaluate("(source) => { source.open = true; }")
        page.fill("#pasted", text)
        page.click(RUN)
        page.wait_for_selector("body.with-result")

        assert caption.is_visible() == page.is_visible(".stems") == is_shown


def test_errors_of_the_server_are_one_plain_line_and_the_form_is_there_again(page):
    page.fill("#pasted", "x" * 70_000)
    page.click(RUN)
    assert problem(page).startswith("This is more than the server takes at once. Take a shorter")
    page.click("#settings > summary")
    page.fill("[name=min]", "9")
    page.fill("[name=max]", "5")
    page.fill("#pasted", TEXT)
    page.click(RUN)
    page.wait_for_function(
        "() => !document.querySelector('#problem').textContent.includes('at once')"
    )
    assert "9" in problem(page)
    assert "\n" not in problem(page)
    page.fill("[name=max]", "-1")
    page.click(RUN)
    page.wait_for_function("() => document.querySelector('#problem').textContent.includes('-1')")
    assert problem(page) == "“At most” has to be greater than 0, not -1."
    assert page.is_visible("#pasted")


def test_a_busy_server_says_when_to_ask_again(page):
    body = json.dumps(
        {"error": {"code": "busy", "message": "too many requests wait", "request_id": "1"}}
    )
    page.route(
        "**/v1/view",
        lambda route: route.fulfill(status=429, headers={"Retry-After": "3"}, body=body),
    )
    page.fill("#pasted", TEXT)
    page.click(RUN)

    assert problem(page) == "too many requests wait. Try again in 3 seconds."


@pytest.mark.parametrize("ending", ["stream", "connection", "error"])
def test_a_run_that_ends_in_the_middle_says_so(page, ending):
    """A stream that stops, a server that is gone, an error after the text was shown."""
    text = text_values(split_text("Soil holds water.", Settings()))
    told = "event: text\ndata: " + json.dumps(text)
    failed = {
        "error": {"code": "time_limit", "message": f"it took too long {EVIL}", "request_id": "1"}
    }
    if ending == "error":
        told += "\n\nevent: error\ndata: " + json.dumps(failed)
    fulfilled = {"status": 200, "content_type": "text/event-stream", "body": told + "\n\n"}
    page.route(
        "**/v1/view",
        lambda route: route.abort() if ending == "connection" else route.fulfill(**fulfilled),
    )
    page.fill("#pasted", TEXT)
    page.click(RUN)

    assert (
        problem(page)
        == {
            "stream": "The connection was lost before the result was complete. Try again.",
            "connection": "The server cannot be reached. See whether it runs, then try again.",
            "error": f"it took too long {EVIL}",
        }[ending]
    )
    assert page.is_visible("#pasted")
    assert page.is_hidden("#progress")


def test_stopping_a_run_leaves_the_form(page):
    page.route("**/v1/view", lambda _: None)
    page.fill("#pasted", TEXT)
    page.click(RUN)
    page.click("#stop")

    assert page.is_hidden("#progress")
    page.wait_for_selector("#pasted:visible")
    assert page.is_hidden("#problem")


def test_a_server_with_a_key_asks_for_it(browser):
    with running_server(ServerSettings(workers=2, api_key="open sesame")) as guarded:
        page = browser.new_page()
        page.goto(guarded.address)
        page.fill("#pasted", TEXT)
        page.click(RUN)
        assert "needs its key" in problem(page)
        page.click("#settings > summary")
        page.fill("#key", "open sesame")
        paste(page, TEXT)
        assert text_of(page) == TEXT
        page.close()


def test_events_are_read_whatever_their_pieces(page):
    """Line ends of every kind, comments, several lines of data; cut at any character."""
    stream = ': hello\r\nevent: a\rdata: {"x":\ndata: 1}\n\n\ndata: 2\r\n\r\nevent: b\n\n'
    read = page.evaluate(
        """async (stream) => {
          const {EventParser} = await import('/page/stream.js');
          return [1, 2, 3, 7, stream.length].map((size) => {
            const parser = new EventParser(), events = [];
            for (let at = 0; at < stream.length; at += size) {
              events.push(...parser.read(stream.slice(at, at + size)));
            }
            return events;
          });
        }""",
        stream,
    )

    assert read == [[{"event": "a", "data": {"x": 1}}, {"event": "", "data": 2}]] * 5


def test_without_scripts_the_page_says_what_to_do(browser, server):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.address)

    assert "needs JavaScript" in page.inner_text(".problem >> nth=0")
    context.close()
