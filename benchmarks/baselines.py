"""Every baseline on Choi's four sets, beside what its own paper reports.

In:  the 700 documents of Choi (or the first so many of each set).
Out: Pk between units and Pk between words, the seconds of computing, a table in
     docs/results/baselines.md.

    make bench-baselines

Choi, and those who compared with him, count Pk in words: a window is half the mean segment in
words and slides word by word.  Both are measured, so that a gap to a printed value is not a
matter of definition.  A row is measured again only if its code, its settings or its documents
have changed.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from embed_kcpd.encoders import Encoder, as_encoder
from embed_kcpd.evaluation.baselines import BASELINES
from embed_kcpd.evaluation.bench import cut_all, embed, score
from embed_kcpd.evaluation.datasets import Document, load
from embed_kcpd.evaluation.fingerprint import fingerprint
from embed_kcpd.evaluation.metrics import pk
from embed_kcpd.evaluation.page_parts import markdown_table, write_parts
from embed_kcpd.evaluation.tables import told
from embed_kcpd.files import write_atomically
from results_file import publish

SETS = ("choi-3-5", "choi-6-8", "choi-9-11", "choi-3-11")
COMMAND = "make bench-baselines"
PAGE = Path(__file__).parent.parent / "docs" / "results" / "baselines.md"
MEASURED = Path(__file__).parent.parent / ".bench-cache" / "baselines.jsonl"

PRINTED = {
    "texttiling": ("44 / 43 / 48 / 46", "as the Embed-KCPD paper quotes it"),
    "embedding-threshold": ("50.0 / 45.3 / 40.3 / 41.2", "the Embed-KCPD paper, measured there"),
    "c99": ("18 / 10 / 10 / 13", "as later papers quote Choi 2000, in words; not checked"),
    "c99-count": ("12 / 9 / 9 / 12", "Choi 2000, as the Embed-KCPD paper quotes it; in words"),
    "graphseg": ("5.6 / 7.2 / 6.6 / 7.2", "Glavas et al. 2016, as the Embed-KCPD paper quotes it"),
    "coherence": ("4.4 / 3.1 / 2.5 / 4.0", "Maraj et al. 2024, as the Embed-KCPD paper quotes it"),
    "topictiling": (
        "1.2 / 0.8 / 0.6 / 1.0",
        "as later papers quote Riedl and Biemann 2012; not checked",
    ),
    "misra": ("23.0 / 15.8 / 14.4 / 16.1", "Misra et al. 2009, as the Embed-KCPD paper quotes it"),
    "fragkou": (
        "5.5 / 3.0 / 1.3 / 7.0",
        "Fragkou et al. 2004, as the Embed-KCPD paper quotes it; in words",
    ),
    "plsa": ("7.4 / 8.0 / 6.8 / 19.7", "Brants et al. 2002, as the Embed-KCPD paper quotes it"),
}
"""Pk that other papers print, in the order of the sets, and where the value was read."""


def words_pk(document: Document, cuts: Sequence[int]) -> float:
    """Pk with words instead of units: boundaries lie at the first word of a unit."""
    first = np.cumsum([0, *(max(1, len(unit.split())) for unit in document.units)])
    true = [int(first[cut]) for cut in document.boundaries]
    return pk(true, [int(first[cut]) for cut in cuts], int(first[-1]))


def measure(name: str, set_name: str, documents: Sequence[Document]) -> dict[str, object]:
    """One method on one set; seconds of computing, not of waiting."""
    method = BASELINES[name]()
    vectors = None
    if getattr(method, "needs_vectors", False):
        vectors = embed(documents, encoder())
    started = time.process_time()
    found = cut_all(method, documents, vectors)
    seconds = time.process_time() - started
    scores = score(documents, found)
    in_words = [words_pk(doc, cuts) for doc, cuts in zip(documents, found, strict=True)]
    return {
        "method": name,
        "set": set_name,
        "documents": len(documents),
        "pk": round(100 * float(np.mean(scores.pk)), 4),
        "wd": round(100 * float(np.mean(scores.wd)), 4),
        "words_pk": round(100 * float(np.mean(in_words)), 4),
        "extra": round(float(np.mean(scores.extra_boundaries)), 2),
        "seconds": round(seconds, 1),
        "fingerprint": made_by(name, documents),
    }


def encoder() -> Encoder:
    """all-MiniLM-L6-v2 in float32, for the methods that need vectors of units."""
    return as_encoder("minilm-fp32")


def made_by(name: str, documents: Sequence[Document]) -> str:
    """What the row of a method depends on."""
    method = BASELINES[name]()
    needs_vectors = getattr(method, "needs_vectors", False)
    return fingerprint(method, documents, encoder() if needs_vectors else None)


def known_rows() -> dict[tuple[object, object, object], dict[str, object]]:
    """What was measured before, by method, set and number of documents."""
    if not MEASURED.exists():
        return {}
    rows = [json.loads(line) for line in MEASURED.read_text("utf-8").splitlines() if line]
    return {(row["method"], row["set"], row["documents"]): row for row in rows}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--documents", type=int, help="only the first so many of each set")
    arguments.add_argument("--sets", nargs="+", default=SETS, choices=SETS, help="only these")
    arguments.add_argument("--fresh", action="store_true", help="measure everything again")
    arguments.add_argument("--write-only", action="store_true", help="write what is known")
    chosen = arguments.parse_args()
    rows = {} if chosen.fresh else known_rows()
    for set_name in chosen.sets:
        documents = load(set_name)[: chosen.documents]
        for name in BASELINES:
            key = (name, set_name, len(documents))
            before = rows.get(key, {}).get("fingerprint")
            if chosen.write_only or (before and before == made_by(name, documents)):
                continue
            rows[key] = measure(name, set_name, documents)
            print(rows[key], flush=True)
            lines = "\n".join(json.dumps(row) for row in rows.values()) + "\n"
            MEASURED.parent.mkdir(exist_ok=True)
            write_atomically(MEASURED, lines)
    report(list(rows.values()))


def report(rows: Sequence[dict[str, object]]) -> None:
    """The table on the page and among the results: the row with most documents of each cell."""
    best: dict[tuple[object, object], dict[str, object]] = {}
    for row in sorted(rows, key=lambda row: int(str(row["documents"]))):
        best[row["method"], row["set"]] = row
    lines = [line(name, [best.get((name, set_name)) for set_name in SETS]) for name in BASELINES]
    heads = ["method", "Pk", "Pk in words", "printed elsewhere", "WD", "extra", "CPU s"]
    notes = [
        "Percent, in the order choi-3-5 / 6-8 / 9-11 / 3-11. # is told the number of segments, ! "
        "learns from true boundaries of other documents.",
        f"Documents measured: {', '.join(counted(set_name, best) for set_name in SETS)}.",
        *(f"{name}: {source}." for name, (_, source) in PRINTED.items()),
    ]
    title = "Baselines on Choi"
    publish("baselines", title=title, command=COMMAND, columns=heads, rows=lines, notes=notes)
    table = markdown_table(heads, lines) + "\n\n" + "\n".join(f"- {note}" for note in notes)
    write_parts(PAGE, {"choi": table})


def line(name: str, cells: Sequence[dict[str, object] | None]) -> list[str]:
    """One method on all sets; a dash where it was not measured."""

    def listed(key: str) -> str:
        return " / ".join(f"{cell[key]:.1f}" if cell else "-" for cell in cells)

    seconds = sum(float(str(cell["seconds"])) for cell in cells if cell)
    printed = PRINTED.get(name, ("", ""))[0]
    figures = [listed("pk"), listed("words_pk"), printed, listed("wd"), listed("extra")]
    return [f"`{name}`{told(name)}", *figures, f"{seconds:.0f}"]


def counted(set_name: str, best: dict[tuple[object, object], dict[str, object]]) -> str:
    """How many documents of a set the cells are about."""
    counts = sorted({int(str(row["documents"])) for (_, s), row in best.items() if s == set_name})
    return f"{set_name} {' or '.join(map(str, counts)) or 'none'}"


if __name__ == "__main__":
    main()
