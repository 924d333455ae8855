"""How fast are the encoders, and how near to the published vectors?

In:  2,000 sentences of wiki50.
Out: sentences per second of each runtime, in turns in one run on the same number of threads,
     alone and beside as many other computing processes as the machine has cores.

    make bench-encoder

Every measurement is a process of its own, so that no runtime's threads disturb another's;
the runtimes take turns and the best round of each counts, since other work on the machine
can only slow them down.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import reference
from company import company
from embed_kcpd.encoders import MiniLm, Precision
from embed_kcpd.encoders.names import encoder_by_name
from embed_kcpd.evaluation import datasets
from results_file import machine, publish

COMMAND = "make bench-encoder"
N_SENTENCES = 2_000
RUNTIMES = {
    "sentence-transformers + torch, float32": "torch",
    "embed-kcpd minilm-fp32": "float32",
    "embed-kcpd minilm (int8, default)": "int8",
    "embed-kcpd multilingual": "multilingual",
    "embed-kcpd wordllama": "wordllama",
}
OTHER_MODELS = ("multilingual", "wordllama")
"""Runtimes whose vectors are another model's: they have no cosine to the reference."""


def sentences(count: int) -> list[str]:
    return [unit for document in datasets.load("wiki50") for unit in document.units][:count]


def measure_here(runtime: str, folder: Path, threads: int, count: int) -> None:
    """In a process of its own: load, warm up, encode once, print times and keep the vectors."""
    texts = sentences(count)
    if runtime == "torch":
        import torch
        from sentence_transformers import SentenceTransformer

        torch.set_num_threads(threads)
        model = SentenceTransformer(str(folder), device="cpu")

        def encode(batch: list[str]) -> np.ndarray:
            return model.encode(batch, show_progress_bar=False)
    elif runtime in OTHER_MODELS:
        encode = encoder_by_name(runtime, threads=threads).encode
    else:
        encode = MiniLm(Precision(runtime), threads=threads).encode
    encode(texts[:32])
    wall, cpu = time.perf_counter(), time.process_time()
    vectors = encode(texts)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    np.save(folder.parent / f"{runtime}.npy", vectors)
    print(json.dumps({"wall": wall, "cpu": cpu}))


def measure(runtime: str, folder: Path, threads: int, count: int) -> dict[str, float]:
    command = [sys.executable, __file__, "--here", runtime, "--folder", str(folder)]
    command += ["--threads", str(threads), "--count", str(count)]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(finished.stdout.splitlines()[-1])


def compare(threads: list[int], rounds: int, count: int) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = reference.write_folder(Path(scratch) / "all-MiniLM-L6-v2")
        best: dict[tuple[bool, int, str], dict[str, float]] = {}
        settings = [(b, t, r) for b in (False, True) for t in threads for r in RUNTIMES.values()]
        for setting in settings * rounds:
            is_busy, count_of_threads, runtime = setting
            with company(is_busy):
                took = measure(runtime, folder, count_of_threads, count)
            known = best.setdefault(setting, took)
            best[setting] = {k: min(known[k], took[k]) for k in took}
        exact = np.load(folder.parent / "torch.npy")
        cosines = {
            runtime: (np.load(folder.parent / f"{runtime}.npy") * exact).sum(axis=1)
            for runtime in RUNTIMES.values()
            if runtime not in OTHER_MODELS
        }
    names = {runtime: name for name, runtime in RUNTIMES.items()}
    rows = [
        [
            names[runtime],
            "busy" if is_busy else "idle",
            number,
            round(count / took["wall"]),
            round(best[is_busy, number, "torch"]["wall"] / took["wall"], 2),
            round(count / took["cpu"]),
            round(best[is_busy, number, "torch"]["cpu"] / took["cpu"], 2),
            f"{cosines[runtime].mean():.4f}" if runtime in cosines else "another model",
            f"{cosines[runtime].min():.4f}" if runtime in cosines else "",
        ]
        for (is_busy, number, runtime), took in best.items()
    ]
    publish(
        "encoder",
        title=f"Encoding {count:,} sentences of wiki50",
        command=COMMAND,
        columns=[
            "runtime",
            "machine",
            "threads",
            "sentences/s",
            "times torch",
            "sentences/CPU s",
            "times torch (CPU)",
            "mean cosine",
            "least cosine",
        ],
        rows=rows,
        notes=[
            f"Best of {rounds} rounds in turns; {machine()}; compare within the table only. Busy "
            "means beside as many other computing processes as there are cores, started by the "
            "benchmark.",
            "Cosine is to the vectors of sentence-transformers for the same sentences.",
            "torch's threads spin while they wait for each other: on a machine that others use "
            "too, its rows with several threads show that waiting and not its speed on a quiet "
            "machine.",
        ],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--count", type=int, default=N_SENTENCES)
    parser.add_argument("--here", choices=RUNTIMES.values(), help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.here:
        measure_here(chosen.here, chosen.folder, chosen.threads[0], chosen.count)
    else:
        compare(chosen.threads, chosen.rounds, chosen.count)


if __name__ == "__main__":
    main()
