"""``embed-kcpd theory``: the numbers of the paper's theorems, the studies, the memory of a text."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import Data, PartOfPage, PrintJson, Seed
from embed_kcpd.cli.choices import KernelName
from embed_kcpd.cli.options import EncoderOption, NoCache, Threads
from embed_kcpd.cli.theory_sets import sets
from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from embed_kcpd.theory import AssumptionReport
    from embed_kcpd.theory.experiments.study import Experiment, Plan, Study

Figure = Annotated[
    Path | None, typer.Option(help="File to draw the figure into (.svg, .png or .pdf).")
]

theory = typer.Typer(
    help="Compute the quantities of the paper's theorems and test them.", no_args_is_help=True
)


@theory.command()
def check(
    *,
    n: Annotated[int, typer.Option("--n", help="Number of units (T).")],
    memory: Annotated[int, typer.Option(help="Range of dependence (m).")],
    bound: Annotated[float, typer.Option(help="Largest value of the kernel (M).")] = 1.0,
    signal: Annotated[
        float | None,
        typer.Option(
            help="Smallest squared distance between the mean embeddings of two neighbouring "
            "segments.",
            show_default="twice the bound",
        ),
    ] = None,
    spacing: Annotated[
        float | None, typer.Option(help="Shortest true segment, in units.", show_default="n / 2")
    ] = None,
    penalty: Annotated[
        float | None,
        typer.Option(help="Penalty for one boundary.", show_default="the lower bound of A5"),
    ] = None,
    min_size: Annotated[
        float | None, typer.Option(help="Shortest segment allowed.", show_default="spacing / 3")
    ] = None,
    as_json: PrintJson = False,
) -> None:
    """Print every quantity of the theory and which assumptions hold, by how much, from which n."""
    from embed_kcpd.theory import check_assumptions, setting

    case = setting(
        n, memory, bound, signal=signal, spacing=spacing, penalty=penalty, min_size=min_size
    )
    report = check_assumptions(case)
    if as_json:
        typer.echo(json.dumps({**asdict(report), "smallest_n": report.smallest_n}, indent=2))
    else:
        _print_report(report)


@theory.command()
def experiment(
    name: Annotated[
        str | None, typer.Argument(help="Name of the study; without it all studies are listed.")
    ] = None,
    *,
    lengths: Annotated[
        str | None,
        typer.Option(
            help="Numbers of units, separated by commas: 100,200,400.", show_default="by study"
        ),
    ] = None,
    memories: Annotated[
        str | None,
        typer.Option(
            help="Ranges of dependence (m), separated by commas: 0,1,5.", show_default="by study"
        ),
    ] = None,
    replicates: Annotated[
        int | None,
        typer.Option(help="Random sequences for each row of the table.", show_default="by study"),
    ] = None,
    seed: Seed = 0,
    workers: Annotated[
        int | None, typer.Option(help="Number of processes.", show_default="one per core")
    ] = None,
    figure: Figure = None,
    into: PartOfPage = None,
    as_json: PrintJson = False,
) -> None:
    """Run a study of the theorems on sequences whose truth is known."""
    from embed_kcpd.evaluation.page_parts import check_page
    from embed_kcpd.theory.experiments.registry import EXPERIMENTS, experiment_named

    if name is None:
        for known in EXPERIMENTS.values():
            typer.echo(f"{known.name:14}{known.summary}")
        return
    chosen = experiment_named(name)
    check_page(into, name)
    plan = _plan(chosen, lengths, memories, replicates, seed=seed, workers=workers)
    _check(figure)
    result = chosen.run(plan)
    if figure is not None:
        chosen.draw(result, figure)
    _give(result, into, as_json)


@theory.command()
def requirements(
    *,
    memories: Annotated[
        str | None,
        typer.Option(
            help="Ranges of dependence (m), separated by commas.", show_default="0,1,5,20"
        ),
    ] = None,
    signals: Annotated[
        str | None,
        typer.Option(
            help="Smallest squared distances (Delta_*^2), separated by commas.",
            show_default="2,1,0.3,0.1",
        ),
    ] = None,
    figure: Figure = None,
    into: PartOfPage = None,
    as_json: PrintJson = False,
) -> None:
    """Print the smallest n at which the assumptions of the theorems can hold together."""
    from embed_kcpd.theory import requirements as needs
    from embed_kcpd.theory.figures import draw_requirements

    _check(figure)
    study = needs.requirements(
        needs.MEMORIES if memories is None else _whole_numbers("--memories", memories),
        needs.SIGNALS if signals is None else _numbers("--signals", signals),
    )
    if figure is not None:
        draw_requirements(study, figure)
    _give(study, into, as_json)


@theory.command()
def memory(
    sources: Annotated[
        list[str],
        typer.Argument(help="Names of data sets, JSONL files of documents, or text files."),
    ],
    *,
    data: Data = None,
    encoder: EncoderOption = "minilm",
    threads: Threads = None,
    no_cache: NoCache = False,
    kernel: Annotated[
        KernelName, typer.Option(help="Kernel that measures how alike two units are.")
    ] = KernelName.cosine,
    reach: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Longest distance between two units that is looked at.",
            show_default="half the median segment",
        ),
    ] = None,
    threshold: Annotated[
        float, typer.Option(help="Correlations below this number count as zero.")
    ] = 0.05,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the resamples.")] = 0,
    figure: Figure = None,
    into: PartOfPage = None,
    as_json: PrintJson = False,
) -> None:
    """Estimate how far the dependence of a text's units reaches, inside its segments."""
    from embed_kcpd.cli.choices import named_encoder
    from embed_kcpd.evaluation.page_parts import check_page
    from embed_kcpd.problem.kernels import Cosine, Rbf
    from embed_kcpd.theory.experiments.study import text, write_into
    from embed_kcpd.theory.figures import draw_memory
    from embed_kcpd.theory.memory import estimate_memory
    from embed_kcpd.theory.memory_study import NAME, cut_vectors, memory_study

    check_page(into, NAME)
    _check(figure)
    model = named_encoder(encoder, threads, cache=not no_cache)
    alike = Cosine() if kernel is KernelName.cosine else Rbf()
    estimates = {
        source: estimate_memory(
            cut_vectors(source, model, data), alike, reach=reach, threshold=threshold, seed=seed
        )
        for source in sources
    }
    if figure is not None:
        draw_memory(estimates, figure)
    asked = {
        "--encoder": encoder,
        "--kernel": kernel.value,
        "--threshold": threshold,
        "--seed": seed,
    }
    usual = {"--encoder": "minilm", "--kernel": "cosine", "--threshold": 0.05, "--seed": 0}
    said = [f" {name} {value}" for name, value in asked.items() if value != usual[name]]
    said += [f" --reach {reach}"] if reach is not None else []
    study = memory_study(estimates, f"embed-kcpd theory memory {' '.join(sources)}{''.join(said)}")
    if into is not None:
        write_into(into, study)
    every_lag = {name: asdict(estimate) for name, estimate in estimates.items()}
    typer.echo(json.dumps(every_lag, indent=2) if as_json else text(study))


theory.command()(sets)


def _check(figure: Path | None) -> None:
    """Raise, before any work is done, if the figure cannot be drawn."""
    if figure is not None:
        from embed_kcpd.outputs.figures import check_figure

        check_figure(figure)


def _plan(
    chosen: "Experiment",
    lengths: str | None,
    memories: str | None,
    replicates: int | None,
    *,
    seed: int,
    workers: int | None,
) -> "Plan":
    """The usual plan of a study with what was asked for put in."""
    import os

    from embed_kcpd.theory.experiments.study import Plan

    usual = chosen.plan
    return Plan(
        usual.lengths if lengths is None else _whole_numbers("--lengths", lengths),
        usual.memories if memories is None else _whole_numbers("--memories", memories),
        usual.replicates if replicates is None else replicates,
        seed,
        workers or os.cpu_count() or 1,
    )


def _numbers(option: str, given: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in given.split(","))
    except ValueError:
        raise OptionsError(f"{option} wants numbers with commas between, got {given!r}") from None


def _whole_numbers(option: str, given: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in given.split(","))
    except ValueError:
        raise OptionsError(
            f"{option} wants whole numbers with commas between, got {given!r}"
        ) from None


def _give(study: "Study", into: Path | None, as_json: bool) -> None:
    """Print a study, or put its table into a page as well."""
    from embed_kcpd.theory.experiments.study import text, write_into

    if into is not None:
        write_into(into, study)
    if as_json:
        typer.echo(json.dumps(study.as_json(), indent=2))
        return
    typer.echo(text(study))


def _print_report(report: "AssumptionReport") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console()
    numbers = Table("quantity", "symbol", "from", "value", box=SIMPLE_HEAD)
    numbers.columns[3].justify = "right"
    for quantity in report.quantities:
        numbers.add_row(quantity.name, quantity.symbol, quantity.source, f"{quantity.value:.6g}")
    console.print(numbers)
    verdicts = Table("assumption", "holds", "margin", "smallest n", box=SIMPLE_HEAD)
    verdicts.columns[2].justify = verdicts.columns[3].justify = "right"
    for verdict in report.verdicts:
        holds = {True: "[green]yes", False: "[red]no", None: "-"}[verdict.holds]
        margin = "" if verdict.margin is None else f"{verdict.margin:.6g}"
        first = "" if verdict.smallest_n is None else f"{verdict.smallest_n:,}"
        reason = f"\n[dim]{verdict.reason}" if verdict.reason else ""
        claim = f"[bold]{verdict.name}[/]: {verdict.claim}{reason}"
        verdicts.add_row(claim, holds, margin, first)
    console.print(verdicts)
    together = report.smallest_n
    when = "at no n" if together is None else f"from n = {together:,} on"
    console.print(f"Together the paper's assumptions can hold {when}.", highlight=False)
