"""Versions without the descriptions of packages."""

import subprocess
import sys
from importlib import metadata

import pytest

from embed_kcpd import version
from embed_kcpd.annotations.provenance import PACKAGES
from embed_kcpd.version import installed_version


@pytest.mark.parametrize("package", [*PACKAGES, "numpy", "embed-kcpd"])
def test_the_version_is_that_of_the_description(package):
    assert installed_version(package) == metadata.version(package)


def test_the_first_folder_of_the_path_counts(tmp_path, monkeypatch):
    for place, number in (("first", "1.2"), ("second", "3.4")):
        (tmp_path / place / f"Some_Package-{number}.dist-info").mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [str(tmp_path / name) for name in ("none", "first", "second")])
    version.installed_version.cache_clear()
    assert installed_version("some-package") == "1.2"
    assert installed_version("another") is None
    version.installed_version.cache_clear()


def test_descriptions_are_not_read():
    """What loads them also loads zip files, tables and mail."""
    program = (
        "import sys; from embed_kcpd.annotations.provenance import versions; versions();"
        "print('importlib.metadata' in sys.modules)"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
