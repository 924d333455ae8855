"""``embed-kcpd serve``: every option reaches the server, and what is wrong is one line."""

import socket
import subprocess
import sys

import pytest

from embed_kcpd.server import running
from embed_kcpd.server.settings import ServerSettings, usual_workers


@pytest.fixture
def served(monkeypatch):
    """What the server was asked to be, instead of a server."""
    asked = []
    monkeypatch.setattr(running, "serve", lambda *arguments: asked.append(arguments))
    return asked


def test_without_options_the_server_is_the_usual_one_on_this_machine(run, served, monkeypatch):
    monkeypatch.delenv("EMBED_KCPD_API_KEY", raising=False)

    assert run("serve") == (0, "", "")

    assert served == [(ServerSettings(workers=usual_workers()), "127.0.0.1", 8000)]


def test_every_option_reaches_the_server(run, served, tmp_path):
    key = tmp_path / "key"
    key.write_text("sesame\n", encoding="utf-8")

    code, _, err = run(
        *("serve", "--host", "0.0.0.0", "--port", 9, "--max-bytes", 10, "--max-units", 11),
        *("--max-seconds", 12.5, "--workers", 13, "--threads", 14, "--queue", 15),
        *("--encoder", "mpnet", "--encoder", "minilm", "--cache", "--recent-mb", 16),
        *("--api-key-file", key, "--cors-origin", "https://a.example"),
    )

    assert (code, err) == (0, "")
    wanted = ServerSettings(
        max_bytes=10,
        max_units=11,
        max_seconds=12.5,
        workers=13,
        threads=14,
        queue=15,
        encoders=("mpnet", "minilm"),
        use_cache=True,
        recent_bytes=16_000_000,
        api_key="sesame",
        cors_origins=("https://a.example",),
    )
    assert served == [(wanted, "0.0.0.0", 9)]


def test_the_key_may_stand_in_the_environment(run, served, monkeypatch):
    monkeypatch.setenv("EMBED_KCPD_API_KEY", "sesame\n")

    run("serve")

    assert served[0][0].api_key == "sesame"


@pytest.mark.parametrize(
    "options",
    [
        ("--workers", 1),
        ("--max-bytes", 0),
        ("--max-seconds", "nan"),
        ("--queue", -1),
        ("--recent-mb", -1),
        ("--encoder", "openai:model"),
        ("--api-key-file", "/nowhere"),
        ("--host", "nowhere.invalid"),
        ("--port", 70_000),
        ("--cors-origin", "example.org"),
        ("--cors-origin", "https://example.org/"),
    ],
    ids=lambda options: options[0],
)
def test_what_is_wrong_is_said_in_one_line(run, options):
    code, out, err = run("serve", *options)

    assert (code, out) == (2, "")
    assert err.startswith("embed-kcpd: ")
    assert err.count("\n") == 1


def test_an_empty_key_is_refused(run, monkeypatch):
    """A variable that was set to nothing by mistake must not open the server."""
    monkeypatch.setenv("EMBED_KCPD_API_KEY", "")

    assert run("serve")[0] == 2


def test_a_port_that_is_taken_is_said(run):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, _, err = run("serve", "--port", taken.getsockname()[1])

    assert code == 2
    assert "cannot listen" in err


def test_a_missing_extra_is_named():
    """In a process of its own: the modules of the server are loaded in this one."""
    script = (
        "import sys\n"
        "sys.modules['fastapi'] = None\n"
        "sys.argv = ['embed-kcpd', 'serve']\n"
        "from embed_kcpd.__main__ import main\n"
        "main()"
    )
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)

    assert ended.returncode == 2
    assert "embed-kcpd[server]" in ended.stderr
