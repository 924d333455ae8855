"""How long from the shell to the segments of a short text?

In:  60 sentences of wiki50, the model already on the machine.
Out: seconds of our command, of ten lines with sentence-transformers and ruptures, and of the
     encoder alone: what our command cannot go below where no vector is remembered.

    make bench-cold-start

The programs take turns, each in a fresh process; the median counts.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import reference
from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.official import MINILM
from embed_kcpd.encoders.models.store import ready_model
from embed_kcpd.evaluation import datasets
from results_file import machine, publish

COMMAND = "make bench-cold-start"
N_SENTENCES = 60

TEN_LINES = """\
import math, sys
import ruptures
from sentence_transformers import SentenceTransformer

sentences = open(sys.argv[2], encoding="utf-8").read().splitlines()
vectors = SentenceTransformer(sys.argv[1], device="cpu").encode(sentences)
penalty = 0.088 * math.sqrt(len(sentences) * math.log(len(sentences)))
search = ruptures.KernelCPD(kernel="cosine", min_size=2).fit(vectors)
for number, end in enumerate(search.predict(pen=penalty)):
    print(number, end)
"""

ENCODER_ALONE = """\
import os, sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import ctranslate2, numpy, tokenizers

tokenizer = tokenizers.Tokenizer.from_file(sys.argv[1] + "/tokenizer.json")
tokenizer.no_padding()
encoder = ctranslate2.Encoder(sys.argv[1], compute_type="int8", intra_threads=1)
sentences = open(sys.argv[2], encoding="utf-8").read().splitlines()
tokens = sorted((encoded.ids for encoded in tokenizer.encode_batch(sentences)), key=len)
for start in range(0, len(tokens), 4):
    batch = tokens[start : start + 4]
    positions = [[0] * len(ids) for ids in batch]
    output = encoder.forward_batch(batch, token_type_ids=positions)
    numpy.array(output.last_hidden_state).mean(axis=1)
"""


def programs(scratch: Path) -> dict[str, list[str]]:
    """The same job in three ways, and the part of it that any of ours must do."""
    text = scratch / "text.txt"
    units = next(d.units for d in datasets.load("wiki50") if d.n_units >= N_SENTENCES)
    text.write_text("\n".join(unit.strip() for unit in units[:N_SENTENCES]), encoding="utf-8")
    script = scratch / "ten_lines.py"
    script.write_text(TEN_LINES)
    bare = scratch / "encoder_alone.py"
    bare.write_text(ENCODER_ALONE)
    model = ready_model(MINILM, Precision.INT8).folder
    folder = reference.write_folder(scratch / "all-MiniLM-L6-v2")
    ours = [sys.executable, "-m", "embed_kcpd", "segment", str(text), "--unit", "lines"]
    return {
        "sentence-transformers + ruptures, ten lines": [
            sys.executable,
            str(script),
            str(folder),
            str(text),
        ],
        "embed-kcpd segment, no vector remembered": [*ours, "--no-cache"],
        "embed-kcpd segment, vectors remembered": ours,
        "the encoder alone: import, load, encode": [
            sys.executable,
            str(bare),
            str(model),
            str(text),
        ],
    }


def timed(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Wall and CPU seconds of one fresh process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    wall = time.perf_counter() - wall
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu


def compare(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        commands = programs(scratch)
        environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
        # An installed package is compiled once; forbidden to, ours would be at every start.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for command in commands.values():
            timed(command, environment)  # files into memory, vectors into the cache, bytecode
        times: dict[str, list[tuple[float, float]]] = {program: [] for program in commands}
        for _ in range(rounds):
            for program, command in commands.items():
                times[program].append(timed(command, environment))
    walls = {program: statistics.median(w for w, _ in took) for program, took in times.items()}
    cpus = {program: statistics.median(c for _, c in took) for program, took in times.items()}
    theirs = next(iter(commands))
    rows = [
        [
            program,
            f"{walls[program]:.2f}",
            f"{walls[program] / walls[theirs]:.2f}",
            f"{cpus[program]:.2f}",
            f"{cpus[program] / cpus[theirs]:.2f}",
        ]
        for program in commands
    ]
    publish(
        "cold_start",
        title=f"From the shell to the segments of {N_SENTENCES} sentences, model on the machine",
        command=COMMAND,
        columns=["program", "seconds", "share", "CPU seconds", "share (CPU)"],
        rows=rows,
        notes=[
            f"Median of {rounds} rounds in turns; {machine()}; other work ran on the machine, so "
            "compare within the table only.",
            "Share is the part of the time of the ten lines.",
            "The encoder alone imports ctranslate2, tokenizers and NumPy, loads the model and "
            "encodes the same sentences, with one BLAS thread as ours: the floor of the second "
            "row.",
            "Threads are each program's own default; torch's spin while they wait, so a busy "
            "machine lengthens the ten lines more than it lengthens ours.",
        ],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    compare(parser.parse_args().rounds)


if __name__ == "__main__":
    main()
