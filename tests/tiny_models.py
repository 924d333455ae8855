"""Models small enough to build in a test: random weights, letters as tokens."""

import hashlib
import json
from string import ascii_lowercase

import numpy as np

from embed_kcpd.encoders.checkpoints.description import describe, reader_of
from embed_kcpd.encoders.models.conversion import bert, mpnet
from embed_kcpd.encoders.models.official import CarrierWheel, OfficialFile, OfficialModel

WIDTH, N_LAYERS, N_HEADS, MAX_TOKENS = 32, 2, 4, 40
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
ROBERTA_MARKS = ["<s>", "<pad>", "</s>", "<unk>"]
LETTERS = [*ascii_lowercase, *(f"##{letter}" for letter in ascii_lowercase)]
KINDS = ("bert", "roberta", "xlm-roberta", "distilbert", "mpnet")


def random_tensors(architecture, seed=0):
    """Weights under the published names, large enough to make every part matter."""
    rng = np.random.default_rng(seed)
    names = architecture.names
    shapes = {
        "embeddings.word_embeddings.weight": (len(MARKS) + len(LETTERS), WIDTH),
        "embeddings.position_embeddings.weight": (MAX_TOKENS + 2, WIDTH),
    }
    if architecture.has_distance_bias:
        shapes["encoder.relative_attention_bias.weight"] = (32, N_HEADS)
    elif names.layers == "encoder.layer":
        shapes["embeddings.token_type_embeddings.weight"] = (2, WIDTH)
    norms = ["embeddings.LayerNorm"]
    for layer in range(N_LAYERS):
        at = f"{names.layers}.{layer}"
        square = [f"{at}.{name}" for name in (*names.inputs, names.output)]
        shapes |= {f"{name}.weight": (WIDTH, WIDTH) for name in square}
        shapes |= {f"{name}.bias": (WIDTH,) for name in square}
        shapes[f"{at}.{names.wide}.weight"] = (4 * WIDTH, WIDTH)
        shapes[f"{at}.{names.wide}.bias"] = (4 * WIDTH,)
        shapes[f"{at}.{names.narrow}.weight"] = (WIDTH, 4 * WIDTH)
        shapes[f"{at}.{names.narrow}.bias"] = (WIDTH,)
        norms += [f"{at}.{names.norm}", f"{at}.{names.last_norm}"]
    tensors = {name: rng.normal(0, 0.3, shape) for name, shape in shapes.items()}
    for name in norms:
        tensors[f"{name}.weight"] = rng.normal(1, 0.3, WIDTH)
        tensors[f"{name}.bias"] = rng.normal(0, 0.3, WIDTH)
    return {name: tensor.astype(np.float32) for name, tensor in tensors.items()}


def safetensors_bytes(tensors):
    """The file format, written independently of our reader."""
    header, body = {"__metadata__": {"format": "pt"}}, b""
    for name, tensor in tensors.items():
        data = tensor.tobytes()
        offsets = [len(body), len(body) + len(data)]
        kind = {"float32": "F32", "float16": "F16"}[tensor.dtype.name]
        header[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": offsets}
        body += data
    head = json.dumps(header).encode()
    return len(head).to_bytes(8, "little") + head + body


def tokenizer_bytes(kind="bert"):
    """Letters as tokens: word pieces, for RoBERTa bytes, for XLM-RoBERTa unigram pieces."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    if kind == "roberta":
        # "\u0120" is how byte-level tokenizers write a space.
        pieces = [*ROBERTA_MARKS, "\u0120", *LETTERS[:51]]
        vocabulary = {piece: number for number, piece in enumerate(pieces)}
        tokenizer = Tokenizer(models.BPE(vocabulary, [], unk_token="<unk>"))
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
        return tokenizer.to_str().encode()
    if kind == "xlm-roberta":
        pieces = [(mark, 0.0) for mark in ROBERTA_MARKS]
        pieces += [(letter, -3.0 - n / 10) for n, letter in enumerate(("\u2581", *LETTERS[:51]))]
        tokenizer = Tokenizer(models.Unigram(pieces, unk_id=3))
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
        first, last = ("<s>", 0), ("</s>", 2)
    else:
        vocabulary = {token: number for number, token in enumerate(MARKS + LETTERS)}
        tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
        tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        first, last = ("[CLS]", 2), ("[SEP]", 3)
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{first[0]} $A {last[0]}", special_tokens=[first, last]
    )
    return tokenizer.to_str().encode()


def config_of(kind):
    """``config.json`` as transformers writes it."""
    if kind == "distilbert":
        return {
            "model_type": kind,
            "activation": "gelu",
            "dim": WIDTH,
            "hidden_dim": 4 * WIDTH,
            "max_position_embeddings": MAX_TOKENS + 2,
            "n_heads": N_HEADS,
            "n_layers": N_LAYERS,
            "pad_token_id": 0,
            "vocab_size": 56,
        }
    return {
        "model_type": kind,
        "hidden_act": "gelu",
        "hidden_size": WIDTH,
        "intermediate_size": 4 * WIDTH,
        "layer_norm_eps": 1e-12 if kind == "bert" else 1e-5,
        "max_position_embeddings": MAX_TOKENS + 2,
        "num_attention_heads": N_HEADS,
        "num_hidden_layers": N_LAYERS,
        "pad_token_id": 0 if kind == "bert" else 1,
        "type_vocab_size": 2,
        "vocab_size": 56,
    }


def settings_of(kind, pooling="mean", is_normalised=True, prompts=None):
    """The settings files of a sentence-transformers model by name."""
    marks = (
        ROBERTA_MARKS
        if kind in ("roberta", "xlm-roberta")
        else ["[CLS]", "[PAD]", "[SEP]", "[UNK]"]
    )
    modules = ["Transformer", "Pooling", *(["Normalize"] if is_normalised else [])]
    contents = {
        "config.json": config_of(kind),
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            **dict(zip(("cls_token", "pad_token", "sep_token", "unk_token"), marks, strict=True)),
        },
        "sentence_bert_config.json": {"max_seq_length": MAX_TOKENS, "do_lower_case": False},
        "modules.json": [
            {
                "idx": n,
                "name": str(n),
                "path": f"{n}_{name}" if n else "",
                "type": f"sentence_transformers.models.{name}",
            }
            for n, name in enumerate(modules)
        ],
        "1_Pooling/config.json": {
            "word_embedding_dimension": WIDTH,
            "pooling_mode_cls_token": pooling == "cls",
            "pooling_mode_mean_tokens": pooling == "mean",
            "pooling_mode_max_tokens": pooling == "max",
        },
    }
    if prompts:
        contents["config_sentence_transformers.json"] = prompts
    return {name: json.dumps(content).encode() for name, content in contents.items()}


def checkpoint_files(kind, prefix="", seed=0, **settings):
    """Every file of a tiny model on the hub by name, and its tensors."""
    contents = settings_of(kind, **settings)
    about = describe(lambda name: contents[name].decode() if name in contents else None)
    tensors = random_tensors(about.reading.architecture, seed)
    named = {f"{prefix}{name}": tensor for name, tensor in tensors.items()}
    contents["model.safetensors"] = safetensors_bytes(named)
    contents["tokenizer.json"] = tokenizer_bytes(kind)
    return contents, tensors


def written_checkpoint(folder, kind, prefix="", **settings):
    """A tiny model in a folder, and its tensors."""
    contents, tensors = checkpoint_files(kind, prefix, **settings)
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    assert describe(reader_of(folder))
    return folder, tensors


def tiny_model(has_distance_bias=False, seed=0):
    """An official model and the content of its files by name."""
    architecture = (mpnet if has_distance_bias else bert)(N_LAYERS, N_HEADS)
    tensors = random_tensors(architecture, seed)
    contents = {
        "model.safetensors": safetensors_bytes(tensors),
        "tokenizer.json": tokenizer_bytes(),
    }
    files = tuple(
        OfficialFile(name, hashlib.sha256(content).hexdigest(), len(content))
        for name, content in contents.items()
    )
    model = OfficialModel(
        name="tiny",
        licence="MIT",
        dimension=WIDTH,
        max_tokens=MAX_TOKENS,
        architecture=architecture,
        files=files,
        hub_repository="nobody/tiny",
        hub_revision="main",
        variable="EMBED_KCPD_TINY",
        wheel=CarrierWheel("tiny-carrier==1.0", "tiny_carrier"),
    )
    return model, contents, tensors
