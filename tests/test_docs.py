"""The documentation cannot drift: links lead somewhere, generated pages are those of today."""

import re
from importlib import import_module
from importlib.metadata import requires
from pathlib import Path

import pytest

import embed_kcpd
import generate
from embed_kcpd.evaluation.page_parts import part_of
from generator.api import PACKAGES
from generator.package_page import portable, without_clone
from generator.parts import simulation_parts

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
TODAYS_PAGES = [page for page in PAGES if page.name != "CHANGELOG.md"]
"""The changelog also tells of files that are gone."""


def name_of(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_between_pages_leads_somewhere(page):
    """A relative link names a file that exists."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def anchor_of(heading):
    """How mkdocs and code hosts call a heading in a link."""
    words = re.sub(r"[^\w\s-]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)).strip().lower()
    return re.sub(r"\s", "-", words)


def without_code(page):
    return re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_to_a_heading_finds_it(page):
    """Also inside one page; the site's own check does not see README and the pages beside it."""
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)", without_code(page)):
        other = page.parent / target if target else page
        headings = re.findall(r"(?m)^#+ (.+)$", without_code(other))
        assert anchor in map(anchor_of, headings), f"{page.name} links to {target}#{anchor}"


def test_the_terminal_of_the_tutorial_shows_the_titles_of_its_examples():
    """What a terminal shows is not executed; the examples below it are, and had moved on."""
    tutorial = (ROOT / "docs" / "start" / "tutorial.md").read_text(encoding="utf-8")
    shown = re.findall(r"(?m)^  \d  (.+?)  +.*━", tutorial)
    printed = re.findall(r"(?m)^\d+ \d+ (.+)$", tutorial)
    assert shown
    assert shown == printed[: len(shown)]


@pytest.mark.parametrize("page", TODAYS_PAGES, ids=name_of)
def test_every_file_of_the_repository_that_a_page_names_exists(page):
    """Paths in commands and sentences: docs/, tests/, benchmarks/, examples/."""
    text = page.read_text(encoding="utf-8")
    for path in re.findall(r"(?<![\w/.-])((?:docs|tests|benchmarks|examples)/[\w/.-]*\w)", text):
        assert (ROOT / path).exists() or list(ROOT.glob(f"{path}*")), f"{page.name} names {path}"


@pytest.mark.parametrize("path", generate.PAGES, ids=name_of)
def test_a_generated_page_is_what_make_docs_writes(path):
    """`make docs` was run after the last change of a docstring, an option, a key or a result."""
    assert path.read_text(encoding="utf-8") == generate.PAGES[path]()


@pytest.mark.parametrize("path", generate.PARTS, ids=name_of)
def test_a_generated_part_is_that_of_the_committed_results(path):
    """The README's table, the verdict on confidence and the study are what was measured."""
    name, part = generate.PARTS[path]
    assert part_of(path.read_text(encoding="utf-8"), name) == part()


def test_the_tables_of_the_simulation_are_those_of_the_committed_study():
    page = (ROOT / "docs" / "explanation" / "simulation.md").read_text(encoding="utf-8")
    for name, part in simulation_parts().items():
        assert part_of(page, name) == part


def test_the_description_for_a_package_index_has_no_relative_link():
    """With an address of the sources they are absolute, without one they are text."""
    page = "![a](docs/a.png)\n\n[b](docs/b.md), [c](https://arxiv.org)"
    assert portable(page, None) == "b, [c](https://arxiv.org)"
    assert portable(page, "https://github.com/x/y") == (
        "![a](https://raw.githubusercontent.com/x/y/HEAD/docs/a.png)\n\n"
        "[b](https://github.com/x/y/blob/HEAD/docs/b.md), [c](https://arxiv.org)"
    )


def test_the_description_for_a_package_index_needs_no_clone():
    """It is installed by its name; pages without an address are neither listed nor hinted at."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    alone, linked = (
        portable(without_clone(page, source), source) for source in (None, "https://github.com/x/y")
    )

    assert "pip install embed-kcpd " in alone
    assert not re.search(r"make |In a clone|pip install \.|\((?:languages|how sure)\)", alone)
    assert "docs/start/tutorial.md" in linked
    assert portable("cut ([how](docs/a.md)).", None) == "cut."


def test_every_dependency_has_its_reason():
    """The design names each package that an installation or an extra brings, and why."""
    design = (ROOT / "docs" / "explanation" / "design.md").read_text(encoding="utf-8")
    tables = design[design.index("## Dependencies") :]
    named = {re.match(r"[\w.-]+", requirement)[0] for requirement in requires("embed-kcpd")}
    assert {name for name in named if name != "embed-kcpd" and name not in tables} == set()


def test_the_files_on_the_way_of_a_document_exist():
    """Each file of the walk in the design; a bare name stands in the folder before it."""
    design = (ROOT / "docs" / "explanation" / "design.md").read_text(encoding="utf-8")
    source = Path(embed_kcpd.__file__).parent
    walk = re.findall(r"^\| \d+\. .*$", design, re.M)
    assert len(walk) >= 10
    for line in walk:
        folder = source
        for name in re.findall(r"`([\w/]+\.py)`", line):
            path = source / name if (source / name).exists() else folder / name
            assert path.exists(), f"the design names {name}"
            folder = path.parent


def test_the_reference_describes_what_public_functions_return():
    """``chunk`` returned a ``ChunkedText`` that no page described."""
    page = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    for name in ("Chunk", "ChunkedText", "Revision", "Document", "CachedEncoder"):
        assert f"### `{name}`\n" in page
    assert "Headings.favour" in page  # an enumeration is chosen from, not called


def test_what_stays_stable_is_what_the_reference_lists():
    """It named two of the four packages, and chapters, timelines and corpora stood nowhere."""
    page = (ROOT / "docs" / "reference" / "stability.md").read_text(encoding="utf-8")
    promised = re.search(r"its packages ([^:]+):", page)
    assert tuple(re.findall(r"`(\w+)`", promised[1])) == PACKAGES
    guides = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("how-to/*"))
    imported = set(re.findall(r"from embed_kcpd\.(\w+) import", guides))
    assert {name for name in imported if name != "adapters"} <= set(PACKAGES)


@pytest.mark.parametrize("front", ["README.md", "docs/index.md"])
def test_the_front_pages_lead_to_every_page(front):
    """Corpora, server and four other pages could be found by the menu of the site alone."""
    path = ROOT / front
    links = re.findall(r"\]\((?!https?:)([^)#\s]+\.md)", path.read_text(encoding="utf-8"))
    linked = {(path.parent / link).resolve() for link in links} | {ROOT / "docs" / "index.md"}
    assert {page for page in PAGES if page.parent != ROOT} - linked == set()


def test_the_menu_of_the_site_lists_every_page():
    """mkdocs only warns about a page that no menu leads to."""
    menu = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert menu == {str(path.relative_to(ROOT / "docs")) for path in PAGES if path.parent != ROOT}


@pytest.mark.parametrize("page", TODAYS_PAGES, ids=name_of)
def test_every_name_that_an_example_imports_exists(page):
    """Blocks without a prompt are not executed; one imported a name from the wrong module."""
    text = page.read_text(encoding="utf-8")
    lines = re.findall(r"(?m)^(?:>>> )?from (embed_kcpd[\w.]*) import ([\w, ]+)$", text)
    for module, names in lines:
        if module.startswith("embed_kcpd.adapters"):
            continue  # needs the framework that it serves
        for name in names.split(","):
            assert hasattr(import_module(module), name.strip()), f"{page.name}: {module}, {name}"


def test_the_page_of_json_says_what_every_value_can_be():
    """Values out of a list, and places, were called "any"."""
    assert "| any |" not in generate.PAGES[ROOT / "docs" / "reference" / "json.md"]()
