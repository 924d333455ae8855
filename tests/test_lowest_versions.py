"""What ``make test-oldest`` installs."""

import re
from importlib.metadata import requires
from pathlib import Path

TOOLS = Path(__file__).parent.parent / "tools"


def test_every_dependency_is_tried_at_its_lowest_version(monkeypatch, tmp_path):
    """typer, whose upper bound the metadata name first, was installed at its newest."""
    monkeypatch.syspath_prepend(TOOLS)
    import test_pythons

    monkeypatch.setattr(test_pythons, "BUILD", tmp_path)
    lines = test_pythons.lowest_versions().read_text(encoding="utf-8").split()
    needed = [each for each in requires("embed-kcpd") if "extra ==" not in each]
    names = {re.match(r"[\w.-]+", each)[0] for each in needed}

    assert names <= {line.partition("==")[0] for line in lines}
    assert any(line.startswith("typer==") for line in lines)
