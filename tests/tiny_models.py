"""Official models small enough to build in a test: random weights, letters as tokens."""

import hashlib
import json
from string import ascii_lowercase

import numpy as np

from embed_kcpd.encoders.models.conversion import bert, mpnet
from embed_kcpd.encoders.models.official import CarrierWheel, OfficialFile, OfficialModel

WIDTH, N_LAYERS, N_HEADS, MAX_TOKENS = 32, 2, 4, 40
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
LETTERS = [*ascii_lowercase, *(f"##{letter}" for letter in ascii_lowercase)]


def random_tensors(architecture, seed=0):
    """Weights under the published names, large enough to make every part matter."""
    rng = np.random.default_rng(seed)
    shapes = {
        "embeddings.word_embeddings.weight": (len(MARKS) + len(LETTERS), WIDTH),
        "embeddings.position_embeddings.weight": (MAX_TOKENS + 2, WIDTH),
    }
    if architecture.has_distance_bias:
        shapes["encoder.relative_attention_bias.weight"] = (32, N_HEADS)
    else:
        shapes["embeddings.token_type_embeddings.weight"] = (2, WIDTH)
    norms = ["embeddings.LayerNorm"]
    for layer in range(N_LAYERS):
        at, names = f"encoder.layer.{layer}", architecture.names
        square = [f"{at}.{name}" for name in (*names.inputs, names.output)]
        shapes |= {f"{name}.weight": (WIDTH, WIDTH) for name in square}
        shapes |= {f"{name}.bias": (WIDTH,) for name in square}
        shapes[f"{at}.intermediate.dense.weight"] = (4 * WIDTH, WIDTH)
        shapes[f"{at}.intermediate.dense.bias"] = (4 * WIDTH,)
        shapes[f"{at}.output.dense.weight"] = (WIDTH, 4 * WIDTH)
        shapes[f"{at}.output.dense.bias"] = (WIDTH,)
        norms += [f"{at}.{names.norm}", f"{at}.output.LayerNorm"]
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
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": offsets}
        body += data
    head = json.dumps(header).encode()
    return len(head).to_bytes(8, "little") + head + body


def tokenizer_bytes():
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    vocabulary = {token: number for number, token in enumerate(MARKS + LETTERS)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return tokenizer.to_str().encode()


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
