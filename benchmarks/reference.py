"""The reference every vector is compared with: all-MiniLM-L6-v2 by sentence-transformers.

In:  the official weights and tokenizer of the model store.
Out: a folder that sentence-transformers loads, and its float32 vectors.

    .venv-torch/bin/python benchmarks/reference.py

writes ``tests/data/minilm_reference.npz``: the vectors of ``reference_sentences.txt`` beside
it, rounded to half precision, by which the default tests judge the default encoder.
"""

import json
import os
import tempfile
from pathlib import Path

import numpy as np

from embed_kcpd.encoders import MiniLm
from embed_kcpd.encoders.models.fetching import official_contents
from embed_kcpd.encoders.models.official import MINILM, MPNET
from embed_kcpd.encoders.models.pretrained import PretrainedEncoder
from embed_kcpd.encoders.models.store import official_home

DATA = Path(__file__).parent.parent / "tests" / "data"
SENTENCES = DATA / "reference_sentences.txt"
VECTORS = DATA / "minilm_reference.npz"

TRANSFORMERS = "sentence_transformers.models."

# What the publishers say about the models in the small files beside their weights.
COMMON = {
    "modules.json": [
        {"idx": 0, "name": "0", "path": "", "type": f"{TRANSFORMERS}Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": f"{TRANSFORMERS}Pooling"},
        {"idx": 2, "name": "2", "path": "2_Normalize", "type": f"{TRANSFORMERS}Normalize"},
    ],
}
SETTINGS: dict[str, dict[str, object]] = {
    MINILM.name: {
        "config.json": {
            "model_type": "bert",
            "hidden_act": "gelu",
            "hidden_size": 384,
            "intermediate_size": 1536,
            "layer_norm_eps": 1e-12,
            "max_position_embeddings": 512,
            "num_attention_heads": 12,
            "num_hidden_layers": 6,
            "pad_token_id": 0,
            "type_vocab_size": 2,
            "vocab_size": 30522,
        },
        "tokenizer_config.json": {"do_lower_case": True, "tokenizer_class": "BertTokenizer"},
    },
    MPNET.name: {
        "config.json": {
            "model_type": "mpnet",
            "hidden_act": "gelu",
            "hidden_size": 768,
            "intermediate_size": 3072,
            "layer_norm_eps": 1e-5,
            "max_position_embeddings": 514,
            "num_attention_heads": 12,
            "num_hidden_layers": 12,
            "pad_token_id": 1,
            "relative_attention_num_buckets": 32,
            "vocab_size": 30527,
        },
        "tokenizer_config.json": {"do_lower_case": True, "tokenizer_class": "MPNetTokenizer"},
    },
}


def write_folder(target: Path, encoder: PretrainedEncoder | None = None) -> Path:
    """The encoder's official model in the form sentence-transformers reads."""
    model = (encoder or MiniLm()).model
    (encoder or MiniLm()).encode(["fetch and prepare"])
    named = os.environ.get(model.variable)
    contents = official_contents(model, official_home(model), Path(named) if named else None)
    (target / "2_Normalize").mkdir(parents=True)
    (target / "1_Pooling").mkdir()
    for name, content in contents.items():
        (target / name).write_bytes(content)
    settings = COMMON | SETTINGS[model.name]
    settings["sentence_bert_config.json"] = {"max_seq_length": model.max_tokens}
    settings["1_Pooling/config.json"] = {
        "word_embedding_dimension": model.dimension,
        "pooling_mode_mean_tokens": True,
    }
    for name, setting in settings.items():
        (target / name).write_text(json.dumps(setting))
    return target


def reference_vectors(texts: list[str], folder: Path) -> np.ndarray:
    """float32 vectors of sentence-transformers."""
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(folder), device="cpu").encode(texts, show_progress_bar=False)


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = write_folder(Path(scratch) / "all-MiniLM-L6-v2")
        texts = SENTENCES.read_text(encoding="utf-8").splitlines()
        vectors = reference_vectors(texts, folder)
    np.savez_compressed(VECTORS, vectors=vectors.astype(np.float16))
    print(f"{len(texts)} vectors written to {VECTORS}")


if __name__ == "__main__":
    main()
