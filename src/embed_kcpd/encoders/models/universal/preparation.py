"""The published files of the multilingual encoder to a folder that loads at once.

In:  the bytes of ``weights.npz`` and ``sp.model``.
Out: a folder with one table of embeddings, the other layers, and the tokenizer.

The published table is compressed and cut into groups; joined and plain, it can be
mapped from the disk, so that a start reads only the rows it needs.
"""

import io
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.errors import EncoderError

WEIGHTS_FILE, PIECES_FILE = "weights.npz", "sp.model"


class UniversalArchitecture:
    """The one network of its kind; its weights say the rest."""

    precisions = (Precision.FLOAT32,)

    def write(self, contents: Mapping[str, bytearray], precision: Precision, folder: Path) -> None:
        """Write what ``load_network`` and the tokenizer read into ``folder``, which must exist."""
        # Imported here because every start but the first does without them.
        from embed_kcpd.encoders.models.universal.network import LAYERS_FILE, TABLE_FILE, WINDOWS
        from embed_kcpd.encoders.models.universal.pieces import tokenizer_of

        if precision not in self.precisions:
            raise EncoderError(f"there is no {precision.value} of this model")
        with np.load(io.BytesIO(contents[WEIGHTS_FILE]), allow_pickle=False) as published:
            n_groups = len(published["scale"])
            groups = [f"q{number}" for number in range(1, n_groups + 1)]
            # Token t is row t // n_groups of group t % n_groups.
            table = np.stack([published[name] for name in groups], axis=1)
            np.save(folder / TABLE_FILE, table.reshape(-1, table.shape[2]))
            layers = {name: published[name] for name in published.files if name not in groups}
        # The three convolutions share what enters them: one product instead of three.
        for name, axis in (("proj", 1), ("proj_b", 0), ("ln_g", 0), ("ln_b", 0)):
            parts = [layers.pop(f"{name}{window}") for window in WINDOWS]
            layers[f"inner_{name}"] = np.concatenate(parts, axis=axis)
        np.savez(folder / LAYERS_FILE, **layers)
        tokenizer_of(bytes(contents[PIECES_FILE])).save(str(folder / "tokenizer.json"))
