"""Shards and results on S3, played by moto; ``make test-s3`` installs what it needs."""

import os

import pytest

from embed_kcpd.corpora import LocalEngine, list_shards, run_corpus
from embed_kcpd.errors import InputError
from test_corpora_local import lines, plan

moto = pytest.importorskip("moto.server", reason="needs moto; run: make test-s3")
pytest.importorskip("s3fs", reason="needs s3fs; run: make test-s3")


@pytest.fixture
def s3(monkeypatch):
    """A file system of an S3 that lives in this process and that workers reach too."""
    import fsspec
    from fsspec.config import conf, set_conf_env

    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    for name, value in {
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
        "FSSPEC_S3_ENDPOINT_URL": f"http://{host}:{port}",
    }.items():
        monkeypatch.setenv(name, value)
    set_conf_env(conf, os.environ)
    system = fsspec.filesystem("s3")
    system.mkdir("bucket")
    yield system
    conf.pop("s3", None)
    server.stop()


def test_a_corpus_on_s3(s3):
    """Found, cut by a worker, written back, skipped, and done again where it changed."""
    s3.pipe({"bucket/in/deep/a.jsonl": lines(4), "bucket/in/b.jsonl": lines(3)})
    s3.pipe("bucket/in/note.txt", b"One. Two.")
    place, out = "s3://bucket/in", "s3://bucket/out"
    assert [shard.name for shard in list_shards(place)] == [
        "b.jsonl",
        "deep/a.jsonl",
        "files-00000",
    ]
    report = run_corpus(place, out, plan(), LocalEngine(1))
    assert (report.n_documents, report.n_errors, report.failed) == (8, 0, ())
    assert s3.exists("bucket/out/deep/a.parquet")
    assert run_corpus(place, out, plan(), LocalEngine(1)).n_skipped == 3
    s3.pipe("bucket/in/b.jsonl", lines(3, first=7))
    assert run_corpus(place, out, plan(), LocalEngine(1)).n_skipped == 2
    with pytest.raises(InputError, match="there is no file at s3://bucket/none"):
        list_shards("s3://bucket/none")
