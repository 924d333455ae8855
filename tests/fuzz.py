"""Random input for every way into the program, as long as one likes.

In:  entry points, how many inputs each or for how long.
Out: a count for each entry point, and every input that did something it must not.

An input is made from a number: the same entry point and number always give the same input.  The
numbers that failed are kept in a file and tried first the next time.  An entry point may answer
or raise an error of ``errors.py``; everything else is a failure, and so is a wrong answer.

    make fuzz                                     a few minutes
    python tests/fuzz.py --inputs 1000000         shared between the entry points by their cost
    python tests/fuzz.py --only cache --first 77 --inputs 1     one input again
"""

import argparse
import json
import random
import tempfile
import time
import traceback
import warnings
from dataclasses import dataclass
from pathlib import Path

from embed_kcpd.errors import EmbedKcpdError
from embed_kcpd.evaluation.page_parts import markdown_table
from embed_kcpd.files import write_atomically
from fuzz_entries import ENTRIES, replace_encoders

KEPT = Path("build") / "fuzz-failures.json"


@dataclass
class Tally:
    """What the inputs of one entry point came to."""

    entry: str
    what: str
    inputs: int = 0
    refused: int = 0
    failures: int = 0
    seconds: float = 0.0


def try_input(entry, number, folder):
    """Whether the input was refused; raises what must not be raised."""
    try:
        entry.check(random.Random(f"{entry.name}/{number}"), folder)
    except EmbedKcpdError:
        return True
    return False


def run(entry, numbers, stop_at, failed):
    """Try inputs until they or the time run out."""
    tally = Tally(entry.name, entry.what)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        for number in numbers:
            if time.monotonic() > stop_at:
                break
            tally.inputs += 1
            try:
                tally.refused += try_input(entry, number, Path(name))
            except Exception:
                tally.failures += 1
                failed.setdefault(entry.name, {})[str(number)] = traceback.format_exc()
    tally.seconds = time.monotonic() - started
    return tally


def shares(entries, inputs):
    """How many inputs each entry point gets: the quicker, the more, though the slow ones get
    more than their share of the time."""
    weights = [entry.cost**-0.75 for entry in entries]
    return [max(1, round(inputs * weight / sum(weights))) for weight in weights]


def table(tallies):
    rows = [
        [
            f"`{t['entry']}`",
            t["what"],
            f"{t['inputs']:,}",
            f"{t['refused']:,}",
            f"{t['failures']:,}",
        ]
        for t in tallies
    ]
    totals = [f"{sum(t[name] for t in tallies):,}" for name in ("inputs", "refused", "failures")]
    heads = ["entry point", "input", "inputs", "refused in one line", "failures"]
    return markdown_table(heads, [*rows, ["all", "", *totals]])


def remembered():
    """Numbers that failed before, by entry point."""
    try:
        return {name: list(map(int, seen)) for name, seen in json.loads(KEPT.read_text()).items()}
    except (OSError, ValueError):
        return {}


def asked_for():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=20_000, help="inputs of all entry points")
    parser.add_argument("--seconds", type=float, default=86_400.0, help="stop after so long")
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--only", help="entry points, parted by commas")
    parser.add_argument("--json", type=Path, help="write the counts here")
    return parser.parse_args()


def main():
    asked = asked_for()
    replace_encoders()
    warnings.simplefilter("ignore")
    chosen = [e for e in ENTRIES if not asked.only or e.name in asked.only.split(",")]
    stop_at, failed, tallies = time.monotonic() + asked.seconds, {}, []
    for entry, share in zip(chosen, shares(chosen, asked.inputs), strict=True):
        numbers = [*remembered().get(entry.name, ()), *range(asked.first, asked.first + share)]
        tallies.append(vars(run(entry, numbers, stop_at, failed)))
        print({**tallies[-1], "seconds": round(tallies[-1]["seconds"], 1)}, flush=True)
    KEPT.parent.mkdir(exist_ok=True)
    write_atomically(KEPT, json.dumps(failed, indent=1) + "\n")
    if asked.json:
        write_atomically(asked.json, json.dumps(tallies, indent=1) + "\n")
    print(table(tallies))
    for name, seen in failed.items():
        print(f"\n{name}: {', '.join(list(seen)[:20])}\n{next(iter(seen.values()))}")
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()
