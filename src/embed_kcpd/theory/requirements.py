"""From which n on can the assumptions hold at all?

In:  memories and signals.
Out: the smallest n for each pair, with one change in the middle and kernel bound 1.

Nothing is drawn here: the numbers follow from the inequalities of the paper.
"""

from collections.abc import Sequence

from embed_kcpd.theory.assumptions import bound_scale, check_assumptions
from embed_kcpd.theory.experiments.study import Cell, Study
from embed_kcpd.theory.setting import setting

NAME = "requirements"
MEMORIES = (0, 1, 5, 20)
SIGNALS = (2.0, 1.0, 0.3, 0.1)
COLUMNS = (
    "m",
    "signal Delta^2",
    "a boundary can pay from n =",
    "A7' can hold from n =",
    "without A7 (ours) from n =",
    "factor of delta_T in A7'",
    "factor of beta_T in A5",
)


def requirements(memories: Sequence[int] = MEMORIES, signals: Sequence[float] = SIGNALS) -> Study:
    """The smallest n for every memory and signal."""
    rows = tuple(_row(m, signal) for m in memories for signal in signals)
    chosen = f"--memories {','.join(map(str, memories))} --signals {','.join(map(str, signals))}"
    title = "The smallest n at which the assumptions can hold together"
    notes = (
        "The most favourable case throughout: kernel bound 1, one change in the middle, the "
        "smallest penalty that A5 allows, the largest shortest segment that A6 allows. The last "
        "two columns are factors in front of sqrt(T log T); the paper's experiments use 0.06 to "
        "0.1 for beta_T.",
    )
    return Study(NAME, title, f"embed-kcpd theory requirements {chosen}", COLUMNS, rows, notes)


def _row(memory: int, signal: float) -> tuple[Cell, ...]:
    report = check_assumptions(setting(1000, memory, signal=signal))
    first = {verdict.name: verdict.smallest_n for verdict in report.verdicts}
    price = bound_scale(report.setting)
    return (
        memory,
        signal,
        first["a boundary can pay"],
        first["A7'"],
        first["localisation without A7"],
        2.0 * 1.75 * price / signal,
        price,
    )
