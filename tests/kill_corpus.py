"""Kill the driver of a corpus run at random moments, and look at the results.

In:  how often.
Out: for each kill how many shards were there; whether what was there, and what a second run made of
     it, are the results of a run that nothing disturbed, byte for byte.

Each round starts ``run_corpus`` with two worker processes in a process of its own and kills that
process (SIGKILL) some time after a random number of shards was done.  Run it with
``make kill-tests``; ``tests/test_corpora_local.py`` has a few kills.
"""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from test_corpora_local import start, tree, write_corpus

N_SHARDS = 12
LONGEST = 0.3
"""Seconds between the last shard that was waited for and the kill."""


def results(out):
    return {path.name: path.read_bytes() for path in out.glob("*.parquet")}


def killed(folder, corpus, out, n_done, seconds):
    """Start a run and kill it when so many shards are done and so much time has passed."""
    running = start(folder, corpus, out)
    while running.poll() is None and len(list(out.glob("*.parquet"))) < n_done:
        time.sleep(0.01)
    time.sleep(seconds)
    running.kill()
    running.communicate()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    draw, wrong = random.Random(asked.seed), 0
    with tempfile.TemporaryDirectory(prefix="kill-corpus-") as name:
        folder = Path(name)
        corpus = write_corpus(folder / "in", N_SHARDS, n_documents=30)
        assert start(folder, corpus, folder / "quiet").wait() == 0
        quiet = tree(folder / "quiet")
        for kill in range(asked.kills):
            out = folder / f"killed-{kill}"
            killed(folder, corpus, out, draw.randrange(N_SHARDS), draw.uniform(0, LONGEST))
            there = results(out)
            half = sum(quiet[name] != content for name, content in there.items())
            assert start(folder, corpus, out).wait() == 0
            same = tree(out) == quiet
            wrong += half > 0 or not same
            said = f"{len(there)} of {N_SHARDS} shards were there, {half} of them wrong"
            print(f"kill {kill + 1}: {said}; same bytes in the end: {same}", flush=True)
    print(f"{asked.kills} kills, seed {asked.seed}: {wrong} with wrong results")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
