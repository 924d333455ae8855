"""The report in a real Chromium: wide, on a phone, in the dark."""

import shutil

import pytest

from embed_kcpd import Settings, segment_units
from embed_kcpd.outputs import as_html
from test_pipeline import SOIL, STARS

EVIL = (
    "<script>document.title = 'attacked'</script> <img src=x onerror=\"document.title='attacked'\">"
)


@pytest.fixture(scope="module")
def browser():
    """Debian's Chromium, driven by Playwright."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no Chromium here; `make chromium` installs it where apt-get may be used")
    with sync_api.sync_playwright() as playwright:
        # Containers run as root, where Chromium's own sandbox refuses to start.
        running = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def report(tmp_path, encoder):
    """A report with enough text to scroll and with markup in it."""
    path = tmp_path / "report.html"
    result = segment_units(
        [*SOIL * 10, *STARS * 10, EVIL], Settings(encoder=encoder), separator=" "
    )
    path.write_text(as_html(result, "soil & stars"), encoding="utf-8")
    return path


@pytest.mark.parametrize("width", [1200, 390])
def test_the_page_fits_its_window_and_asks_for_nothing(browser, report, width):
    """No sideways scrolling, no request, no script, no complaint in the console."""
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
    page.click(".strip a:nth-child(2)")

    top = page.evaluate("document.getElementById('s2').getBoundingClientRect().top")
    assert 0 < top < 100
    assert page.evaluate("document.querySelector('.strip').getBoundingClientRect().top") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_on_its_background(browser, report, scheme):
    """Contrast of at least 4.5 to 1 (WCAG AA) for text, titles and small print."""
    page = browser.new_page(viewport={"width": 1200, "height": 844}, color_scheme=scheme)
    page.goto(report.as_uri())
    for selector in ("h1", ".lede", ".caption", ".segment p", ".segment h2", ".meta", ".strip a"):
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
