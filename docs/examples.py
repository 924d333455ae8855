"""Write what the examples of the documents print today into the documents.

In:  README.md and the pages of ``docs/`` with lines after ``>>>``.
Out: the same pages; the lines below an example are those that it prints now.

Read the difference before committing it: a wrong answer is written down like a right one.

Run with: make docs-examples
"""

import doctest
from pathlib import Path

from embed_kcpd.files import write_atomically

ROOT = Path(__file__).resolve().parent.parent


class Recorder(doctest.DocTestRunner):
    """Remembers what each example printed where that is not what the page says."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=doctest.REPORT_NDIFF)
        self.printed: dict[int, tuple[str, str]] = {}

    def report_failure(self, out, test, example, got):  # noqa: ARG002
        self.printed[example.lineno] = (example.want, got)


def documents() -> list[Path]:
    """The documents whose examples are run by ``tests/test_documents.py``."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [
        path
        for path in pages
        if ">>> " in path.read_text(encoding="utf-8") and path.name != "api.md"
    ]


def recorded(path: Path) -> str:
    """The page with today's output below each example."""
    page = path.read_text(encoding="utf-8")
    test = doctest.DocTestParser().get_doctest(page, {}, path.name, str(path), 0)
    runner = Recorder()
    runner.run(test, out=lambda _: None)
    lines = page.splitlines(keepends=True)
    for example in sorted(test.examples, key=lambda example: -example.lineno):
        if example.lineno in runner.printed:
            want, got = runner.printed[example.lineno]
            start = example.lineno + example.source.count("\n")
            lines[start : start + want.count("\n")] = [got]
    return "".join(lines)


def main() -> None:
    for path in documents():
        write_atomically(path, recorded(path))


if __name__ == "__main__":
    main()
