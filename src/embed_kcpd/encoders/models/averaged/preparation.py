"""The published files of an encoder that averages to a folder that loads at once.

In:  the bytes of a table of vectors (safetensors) and of a tokenizer.
Out: a folder with the table in float32 and the tokenizer without marks at the ends of a text.

A plain table can be mapped from the disk, so that a start reads only the rows it needs.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.errors import EncoderError

TABLE_FILE = "table.npy"


@dataclass(frozen=True, slots=True)
class AveragedArchitecture:
    """A table with one row for each token; the names that its publisher gave to files and table."""

    table_file: str
    table_name: str
    tokenizer_file: str

    precisions = (Precision.FLOAT32,)

    def write(self, contents: Mapping[str, bytearray], precision: Precision, folder: Path) -> None:
        """Write what ``AveragedSession`` reads into ``folder``, which must exist."""
        # Imported here because every start but the first does without them.
        from embed_kcpd.encoders.models.safetensors import tensors_in

        if precision not in self.precisions:
            raise EncoderError(f"there is no {precision.value} of this model")
        table = tensors_in(contents[self.table_file])[self.table_name]
        np.save(folder / TABLE_FILE, table.astype(np.float32))
        tokenizer = json.loads(contents[self.tokenizer_file])
        # A mark at the beginning would be a part of every average.
        tokenizer["post_processor"] = None
        (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
