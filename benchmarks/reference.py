"""The reference every vector is compared with: all-MiniLM-L6-v2 by sentence-transformers.

In:  the official weights and tokenizer of the model store.
Out: a folder that sentence-transformers loads, and its float32 vectors.

    .venv-torch/bin/python benchmarks/reference.py

writes ``tests/data/minilm_reference.npz``: the vectors of ``reference_sentences.txt`` beside
it, rounded to half precision, by which the default tests judge the default encoder.
"""

import json
import shutil
import tempfile
from pathlib import Path

import numpy as np

from embed_kcpd.encoders import Precision
from embed_kcpd.encoders.fetching import official_folder
from embed_kcpd.encoders.official import MINILM
from embed_kcpd.encoders.store import official_home, ready_model

DATA = Path(__file__).parent.parent / "tests" / "data"
SENTENCES = DATA / "reference_sentences.txt"
VECTORS = DATA / "minilm_reference.npz"

# What the publishers say about the model in the small files beside its weights.
SETTINGS = {
    "config.json": {
        "architectures": ["BertModel"],
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
    "sentence_bert_config.json": {"max_seq_length": 256, "do_lower_case": False},
    "modules.json": [
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {
            "idx": 1,
            "name": "1",
            "path": "1_Pooling",
            "type": "sentence_transformers.models.Pooling",
        },
        {
            "idx": 2,
            "name": "2",
            "path": "2_Normalize",
            "type": "sentence_transformers.models.Normalize",
        },
    ],
    "1_Pooling/config.json": {"word_embedding_dimension": 384, "pooling_mode_mean_tokens": True},
}


def write_folder(target: Path) -> Path:
    """The official model in the form sentence-transformers reads."""
    ready_model(MINILM, Precision.INT8)
    files = official_folder(MINILM, official_home(MINILM), None)
    (target / "2_Normalize").mkdir(parents=True)
    (target / "1_Pooling").mkdir()
    for file in MINILM.files:
        shutil.copyfile(files / file.name, target / file.name)
    for name, content in SETTINGS.items():
        (target / name).write_text(json.dumps(content))
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
