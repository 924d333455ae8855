"""Models of the hub, fetched from a server on this machine that speaks as the hub does."""

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

import numpy as np
import pytest

from embed_kcpd.cli.app import app
from embed_kcpd.encoders.checkpoints import encoder as encoder_module
from embed_kcpd.encoders.checkpoints.encoder import CheckpointEncoder
from embed_kcpd.encoders.checkpoints.snapshot import snapshot
from embed_kcpd.encoders.models.inventory import State, inventory
from embed_kcpd.errors import EncoderError
from tiny_models import checkpoint_files, written_checkpoint

COMMIT = "0123456789abcdef0123456789abcdef01234567"
NAME = "someone/tiny"


class Hub(ThreadingHTTPServer):
    """Lists a model, sends small files itself and large ones from another host's address."""

    daemon_threads = True

    def __init__(self, contents):
        super().__init__(("127.0.0.1", 0), Handler)
        self.contents, self.asked, self.keys = contents, [], []
        self.needs_key = False
        self.breaks = {}
        self.altered = set()
        self.honours_ranges = True
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def listing(self):
        return {
            "sha": COMMIT,
            "cardData": {"license": "mit"},
            "siblings": [self.entry(name, content) for name, content in self.contents.items()],
        }

    @staticmethod
    def entry(name, content):
        blob = hashlib.sha1(f"blob {len(content)}\0".encode() + content).hexdigest()
        entry = {"rfilename": name, "size": len(content), "blobId": blob}
        if name.endswith((".safetensors", ".bin")):
            entry["lfs"] = {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
        return entry

    def handle_error(self, request, client_address):
        """A connection that was cut is part of the play."""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        path = unquote(urlsplit(self.path).path)
        start = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=")[:-1])
        self.server.asked.append((path, start))
        self.server.keys.append((path, self.headers.get("Authorization")))
        if path.startswith("/api/"):
            self.list_model(path)
        elif path.startswith(f"/{NAME}/resolve/{COMMIT}/"):
            self.resolve(path.removeprefix(f"/{NAME}/resolve/{COMMIT}/"), start)
        elif path.startswith("/elsewhere/"):
            self.send_content(path.removeprefix("/elsewhere/"), start)
        else:
            self.send_error(404)

    def list_model(self, path):
        if self.server.needs_key and self.headers.get("Authorization") != "Bearer secret":
            self.send_error(401)
        elif path == f"/api/models/{NAME}/revision/main":
            self.answer(200, json.dumps(self.server.listing()).encode())
        else:
            self.send_error(404)

    def resolve(self, name, start):
        if name.endswith((".safetensors", ".bin")):
            self.send_response(302)
            other = self.server.url.replace("127.0.0.1", "localhost")
            self.send_header("Location", f"{other}/elsewhere/{name}")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self.send_content(name, start)

    def send_content(self, name, start):
        content = self.server.contents[name]
        if name in self.server.altered:
            content = content[:-1] + bytes([content[-1] ^ 1])
        start = start if self.server.honours_ranges else 0
        breaks = self.server.breaks.get(name, 0)
        self.server.breaks[name] = breaks - 1
        end = start + (len(content) - start) // 2 if breaks > 0 else len(content)
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        self.wfile.write(content[start:end])

    def answer(self, status, content):
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Silence."""


@pytest.fixture
def hub(tmp_path, monkeypatch):
    """An empty machine, and a hub with one model and files that nobody needs."""
    contents, _ = checkpoint_files("roberta")
    server = Hub(contents | {"README.md": b"about", "onnx/model.onnx": b"large"})
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    monkeypatch.setenv("HF_ENDPOINT", server.url)
    for name in ("HF_HUB_CACHE", "HF_HUB_OFFLINE", "EMBED_KCPD_OFFLINE", "HF_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    for known in ("_fetched", "_described", "_opened"):
        getattr(encoder_module, known).cache_clear()
    yield server
    server.shutdown()
    server.server_close()


def test_a_name_on_the_hub_is_an_encoder(hub, tmp_path):
    """The same vectors as from a folder; only what is needed is fetched, once, by its commit."""
    folder, _ = written_checkpoint(tmp_path / "model", "roberta")
    encoder = CheckpointEncoder(NAME)
    assert np.array_equal(encoder.encode(["a b"]), CheckpointEncoder(str(folder)).encode(["a b"]))
    assert encoder.identity.startswith(f"{NAME}@{COMMIT}/float32/ctranslate2-")
    names = [path for path, _ in hub.asked]
    assert not any("README" in name or "onnx" in name for name in names)
    assert len(names) == len(set(names))


def test_nothing_is_asked_the_second_time(hub, monkeypatch):
    kept = snapshot(NAME, "main")
    asked = len(hub.asked)
    monkeypatch.setenv("EMBED_KCPD_OFFLINE", "1")
    assert snapshot(NAME, "main") == kept
    assert len(hub.asked) == asked
    with pytest.raises(EncoderError, match="EMBED_KCPD_OFFLINE forbids fetching it"):
        snapshot("someone/else", "main")


def test_a_download_goes_on_where_it_broke_off(hub):
    hub.breaks = {"model.safetensors": 2, "tokenizer.json": 1}
    snapshot(NAME, "main")
    starts = [start for path, start in hub.asked if path == "/elsewhere/model.safetensors"]
    size = len(hub.contents["model.safetensors"])
    assert starts == [0, size // 2, size // 2 + (size - size // 2) // 2]


def test_a_hub_that_cannot_go_on_begins_anew(hub):
    hub.breaks, hub.honours_ranges = {"model.safetensors": 1}, False
    at = snapshot(NAME, "main")
    assert (at.folder / "model.safetensors").read_bytes() == hub.contents["model.safetensors"]


def test_a_download_that_never_ends_well_is_an_error_and_is_continued_later(hub):
    hub.breaks = {"model.safetensors": 99}
    with pytest.raises(EncoderError, match=r"connection ended inside.*try again"):
        snapshot(NAME, "main")
    hub.breaks, hub.asked = {}, []
    snapshot(NAME, "main")
    ((_, start),) = (asked for asked in hub.asked if asked[0] == "/elsewhere/model.safetensors")
    assert start > 0


@pytest.mark.parametrize("name", ["model.safetensors", "config.json"])
def test_a_file_with_another_digest_is_refused(hub, name):
    """sha256 for large files, git's digest for small ones; nothing of it is kept."""
    hub.altered = {name}
    with pytest.raises(EncoderError, match=f"{name} came incomplete or altered"):
        snapshot(NAME, "main")
    hub.altered = set()
    snapshot(NAME, "main")


def test_the_key_goes_to_the_hub_alone(hub, monkeypatch):
    hub.needs_key = True
    with pytest.raises(EncoderError, match="needs a key; set HF_TOKEN"):
        snapshot(NAME, "main")
    monkeypatch.setenv("HF_TOKEN", "secret\n")
    snapshot(NAME, "main")
    keys = dict(hub.keys)
    assert keys[f"/api/models/{NAME}/revision/main"] == "Bearer secret"
    assert keys["/elsewhere/model.safetensors"] is None


def test_a_key_with_a_line_break_is_not_quoted(hub, monkeypatch):
    """The error of the HTTP library holds the whole header."""
    monkeypatch.setenv("HF_TOKEN", "secret\nother")
    with pytest.raises(EncoderError, match="HF_TOKEN holds characters that no key has") as error:
        snapshot(NAME, "main")
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(("name", "revision"), [("someone/else", "main"), (NAME, "v9")])
def test_a_model_that_is_not_there_is_named(hub, name, revision):
    with pytest.raises(EncoderError, match=f"127.0.0.1 has no model '{name}' or not this revision"):
        snapshot(name, revision)


def test_a_model_that_cannot_be_run_is_refused_before_its_weights_are_fetched(hub):
    config = json.loads(hub.contents["config.json"]) | {"model_type": "nomic_bert"}
    hub.contents["config.json"] = json.dumps(config).encode()
    with pytest.raises(EncoderError, match=r"nomic_bert.*torch:NAME"):
        CheckpointEncoder(NAME).encode(["a"])
    assert not any("safetensors" in path for path, _ in hub.asked)


@pytest.mark.parametrize("path", ["../../evil.json", "/etc/evil", "a\\b", "c:evil"])
def test_a_listing_cannot_write_outside_its_folder(hub, path):
    hub.contents = {**hub.contents, path: b"evil"}
    with pytest.raises(EncoderError, match="makes no sense"):
        snapshot(NAME, "main")


@pytest.mark.parametrize("commit", ["../../evil", ""])
def test_a_commit_cannot_lead_outside_the_cache(hub, monkeypatch, commit):
    """A commit is part of a folder's name, so it is a digest or the answer is refused."""
    listing = hub.listing()
    monkeypatch.setattr(hub, "listing", lambda: {**listing, "sha": commit})
    with pytest.raises(EncoderError, match="is not a digest"):
        snapshot(NAME, "main")


def test_what_the_hubs_own_programs_fetched_is_used(hub, tmp_path):
    home = tmp_path / "hub" / "hub" / "models--someone--tiny"
    folder, _ = written_checkpoint(home / "snapshots" / COMMIT, "roberta")
    (home / "refs").mkdir()
    (home / "refs" / "main").write_text(COMMIT)
    assert snapshot(NAME, "main").folder == folder
    assert hub.asked == []


def test_a_hub_that_is_away_is_named(hub, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(EncoderError, match="someone/tiny could not be fetched"):
        snapshot(NAME, "main")
    monkeypatch.setenv("HF_ENDPOINT", "foo")
    with pytest.raises(EncoderError, match="HF_ENDPOINT is not an address"):
        snapshot(NAME, "main")


def test_the_command_fetches_and_names_the_licence(hub):
    from typer.testing import CliRunner

    done = CliRunner().invoke(app, ["download", NAME])
    assert done.exit_code == 0, done.output
    assert "someone/tiny (licence mit) is ready in" in done.output
    listed = inventory()[-1]
    assert (listed.model, listed.licence, listed.state) == (NAME, "mit", State.READY)
    (listed.folder / "tokenizer.json").unlink()
    assert inventory()[-1].state is State.DAMAGED
