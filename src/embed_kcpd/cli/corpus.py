"""``embed-kcpd corpus``: many documents in shards, and what came of them."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.__main__ import INTERRUPTED
from embed_kcpd.cli.corpus_options import (
    CorpusOutputOptions,
    CorpusTextOptions,
    DocumentOptions,
    Out,
    PieceOptions,
    Place,
    RunOptions,
    TaskName,
)
from embed_kcpd.cli.option_groups import with_option_groups
from embed_kcpd.cli.options import AsJson, GranularityOptions
from embed_kcpd.cli.printable import printable
from embed_kcpd.errors import CorpusError

if TYPE_CHECKING:
    from embed_kcpd.corpora import RunReport

corpus = typer.Typer(
    help="Cut the documents of a whole corpus, or count the results.", no_args_is_help=True
)


def run(
    place: Place,
    out: Out,
    *,
    options: RunOptions,
    documents: DocumentOptions,
    text: CorpusTextOptions,
    wanted: GranularityOptions,
    sizes: PieceOptions,
    output: CorpusOutputOptions,
) -> None:
    """Cut every document of a corpus: one file of results for each shard of documents.

    A run that was stopped goes on where it was; shards that are done are skipped.
    """
    from embed_kcpd.cli.corpus_plan import chosen_engine, chosen_plan
    from embed_kcpd.corpora import run_corpus
    from embed_kcpd.corpora.progress import TerminalProgress

    plan = chosen_plan(options.task, documents, text, wanted, sizes=sizes, output=output)
    engine = chosen_engine(options)
    try:
        report = run_corpus(place, out, plan, engine, TerminalProgress())
    except KeyboardInterrupt:
        sys.stderr.write("stopped; the same command goes on with the shards that are left\n")
        raise typer.Exit(INTERRUPTED) from None
    _print(report, out, options.task)


corpus.command("run")(with_option_groups(run))


@corpus.command()
def stats(
    out: Annotated[
        str, typer.Argument(metavar="OUT", help="Folder of results that corpus run has written.")
    ],
    *,
    as_json: AsJson = False,
) -> None:
    """Print how many documents, pieces and errors there are, and how large the pieces are.

    Sizes are computed by DuckDB where it is installed.
    """
    from embed_kcpd.corpora.stats import corpus_stats

    found = corpus_stats(out)
    if as_json:
        typer.echo(json.dumps(found.as_values(), indent=2))
        return
    for name, value in found.lines():
        typer.echo(f"{name:<28}{printable(value)}")


def _print(report: "RunReport", out: str, task: TaskName) -> None:
    from embed_kcpd.corpora import Task
    from embed_kcpd.result.explanation import counted

    skipped = f" ({report.n_skipped:,} were done before)" if report.n_skipped else ""
    typer.echo(
        f"{counted(len(report.done), 'shard')} done{skipped}: "
        f"{counted(report.n_documents, 'document')}, {counted(report.n_units, 'unit')}, "
        f"{counted(report.n_pieces, Task(task.value).piece)}"
    )
    errors = f"{printable(out)}/_corpus/errors.tsv"
    if report.n_errors:
        kinds = ", ".join(f"{kind}: {n:,}" for kind, n in report.errors_by_kind.items())
        typer.echo(f"{counted(report.n_errors, 'document')} without result ({kinds}); see {errors}")
    if report.without_input:
        first = printable(report.without_input[0])
        typer.echo(
            f"{counted(len(report.without_input), 'file')} of results without input any more, "
            f"such as {first}"
        )
    if report.failed:
        first_failed = report.failed[0]
        raise CorpusError(
            f"{counted(len(report.failed), 'shard')} failed, the first being {first_failed.shard} "
            f"({first_failed.reason}); see {errors}; the same command tries again"
        )
