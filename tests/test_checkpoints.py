"""Any checkpoint of the BERT family: its own settings, its own vectors, or a clear refusal."""

import io
import json
import os
import pickle
import zipfile

import numpy as np
import pytest

from embed_kcpd.encoders import Precision, cached
from embed_kcpd.encoders.checkpoints.description import (
    UnknownArchitectureError,
    describe,
    reader_of,
)
from embed_kcpd.encoders.checkpoints.encoder import CheckpointEncoder
from embed_kcpd.encoders.checkpoints.torch_file import read_torch_file
from embed_kcpd.encoders.checkpoints.weights import read_weights, weight_files
from embed_kcpd.encoders.models.safetensors import tensors_in, widened
from embed_kcpd.encoders.names import encoder_by_name
from embed_kcpd.errors import EncoderError, OptionsError
from naive_transformer import token_vectors
from tiny_models import KINDS, MAX_TOKENS, WIDTH, safetensors_bytes, settings_of, written_checkpoint

TEXTS = ["", "a", "the quick brown fox", "z" * 99, "many words " * 30, "the quick brown fox"]


@pytest.fixture(autouse=True)
def own_machine(tmp_path, monkeypatch):
    """An empty cache and no network."""
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("EMBED_KCPD_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))


def expected_vectors(folder, tensors, texts, pooling, is_normalised):
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    architecture = describe(reader_of(folder)).reading.architecture
    rows = []
    for text in texts:
        ids = tokenizer.encode(text).ids
        ids = ids if len(ids) <= MAX_TOKENS else [*ids[: MAX_TOKENS - 1], ids[-1]]
        tokens = token_vectors(ids, tensors, architecture)
        row = tokens[0] if pooling == "cls" else tokens.mean(axis=0)
        rows.append(row / np.linalg.norm(row) if is_normalised else row)
    return np.array(rows)


@pytest.mark.parametrize("pooling", ["mean", "cls"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_architecture_computes_what_it_says(tmp_path, kind, pooling):
    """Vectors equal the transformer written out word for word, for short and long texts."""
    is_normalised = pooling == "mean"
    folder, tensors = written_checkpoint(
        tmp_path / "model", kind, pooling=pooling, is_normalised=is_normalised
    )
    vectors = CheckpointEncoder(str(folder), threads=1).encode(TEXTS)
    expected = expected_vectors(folder, tensors, TEXTS, pooling, is_normalised)
    assert vectors == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_int8_is_near_float32_and_no_vector_depends_on_its_batch(tmp_path, kind):
    folder, _ = written_checkpoint(tmp_path / "model", kind)
    rows = {p: CheckpointEncoder(str(folder), precision=p).encode(TEXTS) for p in Precision}
    assert (rows[Precision.INT8] * rows[Precision.FLOAT32]).sum(axis=1).min() > 0.97
    for precision, together in rows.items():
        encoder = CheckpointEncoder(str(folder), precision=precision, threads=1)
        alone = np.vstack([encoder.encode([text]) for text in TEXTS])
        assert np.array_equal(together, alone)


@pytest.mark.parametrize(("kind", "prefix"), [("bert", "bert."), ("xlm-roberta", "roberta.")])
def test_a_head_on_top_is_left_out(tmp_path, kind, prefix):
    folder, tensors = written_checkpoint(tmp_path / "model", kind, prefix)
    plain, _ = written_checkpoint(tmp_path / "plain", kind)
    head = {f"{prefix}{n}": t for n, t in tensors.items()} | {"lm_head.bias": np.ones(3, "f4")}
    (folder / "model.safetensors").write_bytes(safetensors_bytes(head))
    without_head, expected = (CheckpointEncoder(str(f)).encode(TEXTS) for f in (folder, plain))
    assert np.array_equal(without_head, expected)


def test_prompts_are_the_models_own_and_can_be_chosen(tmp_path):
    prompts = {"prompts": {"query": "q ", "passage": "p "}, "default_prompt_name": "query"}
    folder, _ = written_checkpoint(tmp_path / "model", "bert", prompts=prompts)
    plain = CheckpointEncoder(str(folder), prompt="")
    for prompt, text in ((None, "q a"), ("query", "q a"), ("passage", "p a"), ("x ", "x a")):
        encoder = CheckpointEncoder(str(folder), prompt=prompt)
        assert np.array_equal(encoder.encode(["a"]), plain.encode([text]))
        assert encoder.identity != plain.identity
    assert plain.count_tokens(["abc de"]) == [5]


def test_half_precision_and_parts_are_read(tmp_path):
    """Two files and an index; numbers of sixteen bits."""
    folder, tensors = written_checkpoint(tmp_path / "model", "bert")
    names = sorted(tensors)
    (folder / "model.safetensors").unlink()
    parts = {"model-00001-of-00002.safetensors": names[::2]}
    parts["model-00002-of-00002.safetensors"] = names[1::2]
    for file, held in parts.items():
        half = {name: tensors[name].astype(np.float16) for name in held}
        (folder / file).write_bytes(safetensors_bytes(half))
    index = {"weight_map": {name: file for file, held in parts.items() for name in held}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    read = read_weights(folder)
    assert read.keys() == tensors.keys()
    assert all(read[n] == pytest.approx(tensors[n], abs=1e-3) for n in names)
    (folder / "model-00002-of-00002.safetensors").unlink()
    with pytest.raises(EncoderError, match=r"lacks model-00002-of-00002\.safetensors"):
        read_weights(folder)


def test_bfloat16_is_the_upper_half_of_float32():
    numbers = np.array([1.5, -2.0, 0.0, 3e38], dtype="<f4")
    upper = numbers.view("<u2")[1::2].tobytes()
    assert widened(upper, "BF16") == pytest.approx(numbers, rel=1e-2)


class Storage:
    """Pickles as torch writes a storage: by a persistent number."""

    def __init__(self, key, size):
        self.about = ("storage", Kind("torch", "FloatStorage"), key, "cpu", size)


class Kind:
    """Pickles as a bare name."""

    def __init__(self, module, name):
        self.module, self.name = module, name


class Call:
    def __init__(self, kind, *arguments):
        self.kind, self.arguments = kind, arguments


class Writer(pickle._Pickler):
    """Writes names and calls that need not exist on this machine."""

    def persistent_id(self, thing):
        return thing.about if isinstance(thing, Storage) else None

    def save(self, thing, save_persistent_id=True):
        if isinstance(thing, Kind):
            self.write(b"c" + f"{thing.module}\n{thing.name}\n".encode())
        elif isinstance(thing, Call):
            self.save(thing.kind)
            self.save(thing.arguments)
            self.write(pickle.REDUCE)
        else:
            super().save(thing, save_persistent_id)


def torch_file(path, state, storages):
    stream = io.BytesIO()
    Writer(stream, protocol=2).dump(state)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", stream.getvalue())
        for key, numbers in storages.items():
            archive.writestr(f"archive/data/{key}", numbers.tobytes())
    return path


REBUILD = Kind("torch._utils", "_rebuild_tensor_v2")


def test_a_file_of_torch_is_read_without_torch(tmp_path):
    """Two tensors share a storage; one of them is turned."""
    numbers = np.arange(6, dtype="<f4")
    state = {
        "plain": Call(REBUILD, Storage("0", 6), 0, (2, 3), (3, 1), False, None),
        "turned": Call(REBUILD, Storage("0", 6), 0, (3, 2), (1, 3), False, None),
        "last": Call(REBUILD, Storage("0", 6), 5, (), (), False, None),
    }
    read = read_torch_file(torch_file(tmp_path / "m.bin", state, {"0": numbers}))
    assert np.array_equal(read["plain"], numbers.reshape(2, 3))
    assert np.array_equal(read["turned"], numbers.reshape(2, 3).T)
    assert read["last"] == 5


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"w": Call(Kind("os", "system"), "echo run > ran")}, "names os.system"),
        ({"w": Call(Kind("builtins", "eval"), "1")}, "names builtins.eval"),
        ({"w": Call(REBUILD, Storage("0", 6), 0, (9, 9), (9, 1), False, None)}, "beyond"),
        ({"w": Call(REBUILD, Storage("0", 6), -4, (1,), (1,), False, None)}, "beyond"),
        ({"w": Call(REBUILD, Storage("0", 6), 0, (2,), (-1,), False, None)}, "beyond"),
        ({"w": Call(REBUILD, Storage("0", 7), 0, (2,), (1,), False, None)}, "instead of 7"),
        ({"w": Call(REBUILD, Storage("../x", 6), 0, (2,), (1,), False, None)}, "no item"),
    ],
)
def test_a_hostile_file_of_torch_runs_nothing(tmp_path, monkeypatch, state, said):
    monkeypatch.chdir(tmp_path)
    path = torch_file(tmp_path / "m.bin", state, {"0": np.arange(6, dtype="<f4")})
    with pytest.raises(EncoderError, match=said):
        read_torch_file(path)
    assert os.listdir(tmp_path) == ["m.bin"]  # noqa: PTH208


def test_files_that_hold_no_weights_are_named(tmp_path):
    (tmp_path / "pytorch_model.bin").write_bytes(b"\x80\x02old format")
    with pytest.raises(EncoderError, match=r"pytorch_model\.bin cannot be read as a file of torch"):
        read_weights(tmp_path)
    (tmp_path / "pytorch_model.bin").unlink()
    with pytest.raises(EncoderError, match=r"neither model\.safetensors nor pytorch_model\.bin"):
        read_weights(tmp_path)
    with pytest.raises(EncoderError, match="cannot be read as safetensors"):
        tensors_in(b"\xff" * 40)
    assert weight_files(["config.json"]) == ()


def changed(name, **values):
    """The settings of a tiny model with one file changed."""
    contents = settings_of("bert")
    contents[name] = json.dumps(json.loads(contents[name]) | values).encode()
    return lambda name: contents[name].decode() if name in contents else None


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("config.json", {"model_type": "nomic_bert"}, "its architecture is 'nomic_bert'"),
        ("config.json", {"position_embedding_type": "relative_key"}, "positions are"),
        ("config.json", {"hidden_act": "silu"}, "its activation is 'silu'"),
        ("1_Pooling/config.json", {"pooling_mode_max_tokens": True}, "its pooling is mean"),
        ("1_Pooling/config.json", {"pooling_mode": "lasttoken"}, "its pooling is lasttoken"),
        ("1_Pooling/config.json", {"include_prompt": False}, "its prompts are left out"),
    ],
)
def test_what_would_have_to_be_ignored_is_refused(name, values, said):
    """With the way that remains: torch."""
    with pytest.raises(UnknownArchitectureError, match=rf"{said}.*the encoder torch:NAME"):
        describe(changed(name, **values))


def test_settings_come_from_the_models_files():
    about = describe(changed("sentence_bert_config.json", max_seq_length=20, do_lower_case=True))
    assert (about.reading.max_tokens, about.is_lower_case, about.dimension) == (20, True, WIDTH)
    named = describe(changed("1_Pooling/config.json", pooling_mode="cls"))
    assert named.reading.pooling.value == "cls"
    assert describe(changed("config.json", max_position_embeddings=9)).reading.max_tokens == 9


def test_a_module_behind_the_pooling_is_refused():
    contents = settings_of("bert")
    modules = json.loads(contents["modules.json"])
    modules[2]["type"] = "sentence_transformers.models.Dense"
    contents["modules.json"] = json.dumps(modules).encode()
    with pytest.raises(UnknownArchitectureError, match=r"models\.Dense"):
        describe(lambda name: contents[name].decode() if name in contents else None)


def test_a_folder_that_is_no_model_is_named(tmp_path):
    with pytest.raises(EncoderError, match=r"it has no config\.json"):
        CheckpointEncoder(str(tmp_path)).encode(["a"])
    folder, _ = written_checkpoint(tmp_path / "model", "bert")
    (folder / "tokenizer.json").unlink()
    with pytest.raises(EncoderError, match=r"has no tokenizer\.json"):
        CheckpointEncoder(str(folder)).encode(["a"])


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("modules.json", "[", r"its modules\.json is not JSON"),
        ("modules.json", '[{"path": ""}]', r"lack or garble something: KeyError\('type'\)"),
        ("modules.json", "7", "lack or garble something: TypeError"),
        ("config.json", '{"model_type": "bert"}', "lack or garble something"),
        ("tokenizer_config.json", '{"model_max_length": "many"}', "lack or garble something"),
        ("config_sentence_transformers.json", '{"prompts": 7}', "lack or garble something"),
        ("model.safetensors", "", r"model\.safetensors is empty; fetch it again"),
    ],
)
def test_a_damaged_file_of_a_model_is_one_line(tmp_path, name, content, said):
    """Whatever stands in it: these were errors without a name."""
    folder, _ = written_checkpoint(tmp_path / "model", "bert")
    (folder / name).write_text(content)
    with pytest.raises(EncoderError, match=said):
        CheckpointEncoder(str(folder)).encode(["a"])


@pytest.mark.parametrize("content", ["{", "{}", '{"weight_map": 7}'])
def test_a_damaged_index_of_weights_is_one_line(tmp_path, content):
    folder, _ = written_checkpoint(tmp_path / "model", "bert")
    (folder / "model.safetensors").rename(folder / "model-00001-of-00001.safetensors")
    (folder / "model.safetensors.index.json").write_text(content)
    with pytest.raises(EncoderError, match=r"index\.json is no index of weights"):
        CheckpointEncoder(str(folder)).encode(["a"])


def test_weights_of_another_model_are_refused(tmp_path):
    folder, _ = written_checkpoint(tmp_path / "model", "bert")
    other, _ = written_checkpoint(tmp_path / "other", "distilbert")
    (folder / "model.safetensors").write_bytes((other / "model.safetensors").read_bytes())
    with pytest.raises(EncoderError, match=r"not those its config\.json describes"):
        CheckpointEncoder(str(folder)).encode(["a"])


def test_a_model_that_changed_gets_another_identity(tmp_path):
    folder, _ = written_checkpoint(tmp_path / "model", "bert")
    encoder = cached(CheckpointEncoder(str(folder)))
    before = encoder.encode(["a"])
    written_checkpoint(folder, "bert", seed=1)
    assert not np.array_equal(encoder.encode(["a"]), before)


def test_names_choose_precision_and_runtime(tmp_path):
    folder, _ = written_checkpoint(tmp_path / "model", "bert")
    assert encoder_by_name(str(folder), threads=2) == CheckpointEncoder(str(folder), threads=2)
    int8 = encoder_by_name(f"int8:{folder}")
    assert (int8.source, int8.precision) == (str(folder), Precision.INT8)
    assert encoder_by_name("BAAI/bge-m3") == CheckpointEncoder("BAAI/bge-m3")
    for slip in ("minlim", "a/b/c", "/a", "a/"):
        with pytest.raises(OptionsError, match=f"'{slip}'; there are minilm, .*torch:NAME"):
            encoder_by_name(slip)
    with pytest.raises(OptionsError, match="batch_tokens"):
        CheckpointEncoder("a/b", batch_tokens=0)


def test_e5_is_asked_as_its_authors_say(tmp_path, monkeypatch):
    """Its files name no prompt; its authors ask for one."""
    monkeypatch.chdir(tmp_path)
    written_checkpoint(tmp_path / "intfloat" / "multilingual-e5-small", "xlm-roberta")
    encoder = CheckpointEncoder("intfloat/multilingual-e5-small")
    assert encoder.identity.endswith("/prompt 'query: '")
    assert np.array_equal(
        encoder.encode(["a"]),
        CheckpointEncoder("intfloat/multilingual-e5-small", prompt="").encode(["query: a"]),
    )
