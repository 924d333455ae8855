"""What docs/how-to/serve.md says is so: its commands run against a live server."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from embed_kcpd.server.app import create_app
from embed_kcpd.server.openapi import REFUSALS
from embed_kcpd.server.routes.encode import MOST_TEXTS
from embed_kcpd.server.settings import ServerSettings
from embed_kcpd.server.work import LONG_BYTES
from running_server import running_server
from test_json import SCHEMA

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "how-to" / "serve.md").read_text("utf-8")
COMMANDS = [line for line in PAGE.splitlines() if line.startswith("curl ")]


@pytest.fixture(scope="module")
def server():
    with running_server() as running:
        yield running


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.parametrize("command", COMMANDS, ids=range(len(COMMANDS)))
def test_every_command_of_the_page_is_answered(server, command):
    here = command.replace("http://127.0.0.1:8000", server.address)
    given = re.sub(r" --json (?=')", " -H 'Content-Type: application/json' -d ", here)
    run = subprocess.run(
        [*shlex.split(given), "--fail"], capture_output=True, text=True, check=True, timeout=60
    )

    assert run.stdout
    if command == COMMANDS[0]:
        Draft202012Validator(SCHEMA).validate(json.loads(run.stdout))
        assert len(json.loads(run.stdout)["segments"]) == 2


def test_the_page_names_every_address_every_status_and_the_usual_limits():
    usual = ServerSettings()

    for path in create_app(usual).openapi()["paths"]:
        assert f"`POST {path}`" in PAGE or f"`GET {path}`" in PAGE
    assert all(str(status) in PAGE for status in REFUSALS if status != 405)
    for option, value in (
        ("max-bytes", usual.max_bytes),
        ("max-units", usual.max_units),
        ("max-seconds", int(usual.max_seconds)),
        ("queue", usual.queue),
    ):
        assert f"`--{option}` ({value:,})" in PAGE
    assert f"{LONG_BYTES:,} bytes" in PAGE
    assert f"{MOST_TEXTS:,} texts" in PAGE
    assert f"--recent-mb {usual.recent_bytes // 1_000_000}`" in PAGE


def test_the_image_copies_what_exists_and_ends_as_a_user_without_rights():
    """No engine builds the image here: what can be read of it is checked."""
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    copying = [line.split()[1:-1] for line in lines if re.match(r"COPY (?!--from)", line)]
    kept = (ROOT / ".dockerignore").read_text("utf-8")

    for name in (name for names in copying for name in names):
        assert (ROOT / name).exists()
        assert f"!{name}" in kept
    order = [line.split()[0] for line in lines if line[:1].isupper()]
    assert order.index("USER") < order.index("CMD")
    assert "HEALTHCHECK" in order
