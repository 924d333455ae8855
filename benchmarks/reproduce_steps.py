"""Everything of the paper that is made again, as a list of steps in the order of their start.

In:  the folder of the data sets.
Out: the steps of ``make reproduce``.

A step names the file its command begins in; whatever that file imports counts as its code.
Steps that embed the same texts come one after the other, so that nothing is embedded twice.
"""

from pathlib import Path

from resumable import Step

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "embed_kcpd"
PAGE = "docs/results/reproduction.md"
THEORY = "docs/explanation/theory.md"
ROWS = "{folder}/rows.json"

CHOI = ("choi",)
PAPER = ("choi", "wiki300", "wiki50", "elements", "arxiv", "cities")
SPOKEN = ("lectures_ai", "clinical", "eslpod", "dialseg711")
THEORY_SETS = (
    *("choi-3-5", "choi-6-8", "choi-9-11", "choi-3-11", "wiki300", "wiki50", "elements", "arxiv"),
    *("cities", *SPOKEN),
)

OURS = "kcpd-cosine,kcpd-rbf,embed-kcpd,kcpd-cosine-count,kcpd-rbf-count,embed-kcpd-count"
QUICK = (
    "none,all,even,random,texttiling,texttiling-tokens,embedding-threshold,embedding-tiling,"
    "c99,c99-count,treeseg"
)
TOPICS = (
    "bayesseg,bayesseg-count,topictiling,topictiling-count,misra,misra-count,fragkou,plsa,"
    "plsa-count"
)
EMBEDDED = ("rows-ours",)
"""Steps that come after it find the vectors of the paper's sets in the cache."""

STUDIES = ("agreement", "deviation", "stability", "oracle", "localisation", "constants")


def steps(data: Path) -> tuple[Step, ...]:
    """All steps, in the order in which they are done."""

    def sets(*names: str) -> tuple[Path, ...]:
        return tuple(data / name for name in names)

    def rows(name: str, *options: str, after: tuple[str, ...] = ()) -> Step:
        """Rows of the paper's tables; the command keeps those whose fingerprint is the same."""
        command = ("embed-kcpd", "bench", "paper", *options, "--json", ROWS)
        return Step(name, command, _evaluation(), sets(*PAPER), outputs=(ROWS,), after=after)

    measured = (
        rows("rows-ours", "--methods", OURS),
        # Half of the run: begun early, it is done when the others are.
        rows("rows-mpnet", "--methods", "kcpd-cosine,kcpd-rbf", "--encoder", "mpnet-fp32"),
        rows("rows-quick-baselines", "--methods", QUICK, after=EMBEDDED),
        *_curves(sets(*PAPER)),
        Step(
            "arxiv-draws",
            ("python", "benchmarks/arxiv_draws.py", "--write-docs", PAGE),
            (ROOT / "benchmarks" / "arxiv_draws.py",),
            sets("arxiv"),
            after=EMBEDDED,
        ),
        Step(
            "ruptures",
            ("python", "benchmarks/paper_and_ruptures.py", "--write-docs", PAGE),
            (ROOT / "benchmarks" / "paper_and_ruptures.py",),
            sets("choi", "wiki50", "elements", "arxiv"),
            after=EMBEDDED,
        ),
        *_theory(sets(*PAPER, *SPOKEN)),
        *_simulation(),
        Step(
            "case-studies",
            ("python", "benchmarks/case_studies.py"),
            (ROOT / "benchmarks" / "case_studies.py",),
            sets("streams", "stream_inaugural"),
        ),
        Step(
            "baselines-on-choi",
            ("python", "benchmarks/baselines.py"),
            (ROOT / "benchmarks" / "baselines.py", *_evaluation()),
            sets(*CHOI),
            after=EMBEDDED,
        ),
        Step(
            "coherence-constants",
            ("python", "benchmarks/coherence_constants.py"),
            (ROOT / "benchmarks" / "coherence_constants.py",),
            sets(*CHOI),
        ),
        # The longest first, so that none is left alone at the end.
        rows("rows-graphseg", "--methods", "graphseg,graphseg-units", after=EMBEDDED),
        rows("rows-coherence", "--methods", "coherence", after=EMBEDDED),
        rows("rows-topics", "--methods", TOPICS, after=EMBEDDED),
    )
    return (*measured, *_pages(sets(*PAPER), tuple(step.name for step in measured)))


def _pages(data: tuple[Path, ...], measured: tuple[str, ...]) -> tuple[Step, ...]:
    """What is written from everything that was measured."""
    return (
        Step(
            "tables",
            ("python", "benchmarks/publish_rows.py", ROWS, "--write-docs", PAGE),
            (ROOT / "benchmarks" / "publish_rows.py",),
            data,
            files=(ROWS,),
            after=measured,
        ),
        Step(
            "generated-pages",
            ("python", "docs/generate.py"),
            (ROOT / "docs" / "generate.py",),
            files=(
                "benchmarks/reproduction.json",
                "benchmarks/results/baselines.json",
                "docs/figures/simulation/study.json",
            ),
            after=(*measured, "tables"),
        ),
    )


def _evaluation() -> tuple[Path, ...]:
    """Every method of the bench may change a row."""
    return (PACKAGE / "cli" / "bench_paper.py", *sorted((PACKAGE / "evaluation").rglob("*.py")))


def _curves(data: tuple[Path, ...]) -> tuple[Step, ...]:
    """How C is chosen, and how much it matters."""
    elbow = (PACKAGE / "cli" / "bench_elbow.py",)
    return (
        Step(
            "elbow",
            (
                *("embed-kcpd", "bench", "elbow", "--encoder", "minilm-fp32,mpnet-fp32"),
                *("--json", "{folder}/elbow.json", "--write-docs", PAGE),
            ),
            elbow,
            data,
            outputs=("{folder}/elbow.json",),
            after=(*EMBEDDED, "rows-mpnet"),
        ),
        Step(
            "figures",
            ("embed-kcpd", "bench", "figures", "docs/figures"),
            elbow,
            data,
            outputs=("docs/figures/sensitivity.png", "docs/figures/elbow-wiki300.png"),
            after=EMBEDDED,
        ),
        Step(
            "sensitivity",
            (
                *("embed-kcpd", "bench", "sensitivity", "--figures", "docs/figures"),
                *("--json", "{folder}/sensitivity.json", "--write-docs", PAGE),
            ),
            (PACKAGE / "cli" / "bench_sensitivity.py",),
            data,
            outputs=("{folder}/sensitivity.json", "docs/figures/sensitivity-others.png"),
            after=EMBEDDED,
        ),
    )


def _theory(data: tuple[Path, ...]) -> tuple[Step, ...]:
    """The tables and figures of the page on the theory."""
    code = (PACKAGE / "cli" / "theory.py", *sorted((PACKAGE / "theory").rglob("*.py")))
    start = ("embed-kcpd", "theory")

    def figure(name: str) -> tuple[str, ...]:
        return ("--into", THEORY, "--figure", f"docs/figures/theory-{name}.svg")

    of_sets = (*THEORY_SETS, "--encoder", "minilm-fp32")
    return (
        Step("theory-requirements", (*start, "requirements", *figure("requirements")), code),
        Step(
            *("theory-memory", (*start, "memory", *of_sets, *figure("memory")), code, data),
            after=EMBEDDED,
        ),
        Step(
            *("theory-sets", (*start, "sets", *of_sets, "--into", THEORY), code, data),
            after=("theory-memory",),
        ),
        *(
            Step(f"theory-{study}", (*start, "experiment", study, *figure(study)), code)
            for study in STUDIES
        ),
    )


def _simulation() -> tuple[Step, ...]:
    """The simulation on the corpus that lies with the examples."""
    corpus = "examples/simulation.jsonl"
    return (
        Step(
            "simulation",
            (
                *("embed-kcpd", "simulate", "study", corpus, "-o", "docs/figures/simulation"),
                *("--encoder", "minilm", "--encoder", "mpnet-fp32"),
                *("--json", "{folder}/simulation.json"),
            ),
            (PACKAGE / "cli" / "simulate.py",),
            files=(corpus,),
            outputs=("{folder}/simulation.json", "docs/figures/simulation/study.json"),
        ),
    )
