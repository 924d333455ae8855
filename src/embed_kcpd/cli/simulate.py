"""``embed-kcpd simulate``: write topic documents, assemble sequences, study them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import Seed

if TYPE_CHECKING:
    from embed_kcpd.simulation.requests import LanguageModel
    from embed_kcpd.simulation.rows import Row

simulate = typer.Typer(
    no_args_is_help=True, help="Generate texts with known boundaries by a language model."
)

CorpusPath = Annotated[Path, typer.Argument(help="Corpus file: JSONL, one sentence on each line.")]


@simulate.command()
def generate(
    corpus: CorpusPath,
    *,
    model: Annotated[
        str,
        typer.Option(
            help="Model of the endpoint (gpt-4.1), 'local' for SmolLM2 on this machine, "
            "or a file of the Llama family that ends in .gguf."
        ),
    ] = "gpt-4.1",
    base_url: Annotated[
        str | None,
        typer.Option(
            help="Address of an OpenAI-compatible endpoint.",
            show_default="$OPENAI_BASE_URL or OpenAI",
        ),
    ] = None,
    topic: Annotated[
        list[str] | None,
        typer.Option(help="A topic; may be repeated.", show_default="the five of the paper"),
    ] = None,
    memory: Annotated[
        list[int] | None,
        typer.Option(
            help="Number of previous sentences shown to the model; may be repeated.",
            show_default="10, 20, 30",
        ),
    ] = None,
    sentences: Annotated[int, typer.Option(help="Sentences for each topic and memory.")] = 500,
    prompt: Annotated[
        str,
        typer.Option(
            help="Prompt: paper, small for models of a few hundred million weights, "
            "or facts for models that follow no instructions."
        ),
    ] = "paper",
    temperature: Annotated[float, typer.Option(min=0.0, help="Sampling temperature.")] = 1.0,
    seed: Seed = 0,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the number of requests and tokens and stop.")
    ] = False,
) -> None:
    """Write topic documents one sentence at a time; run again to go on where it stopped."""
    from embed_kcpd.errors import OptionsError
    from embed_kcpd.simulation.corpus import read_corpus
    from embed_kcpd.simulation.estimate import estimate
    from embed_kcpd.simulation.generator import MEMORIES, TOPICS, Plan
    from embed_kcpd.simulation.generator import generate as write
    from embed_kcpd.simulation.prompts import PROMPTS

    if prompt not in PROMPTS:
        raise OptionsError(f"no prompt is called {prompt!r}; choose from {', '.join(PROMPTS)}")
    plan = Plan(tuple(topic or TOPICS), tuple(memory or MEMORIES), sentences, PROMPTS[prompt], seed)
    ahead = estimate(plan, read_corpus(corpus))
    typer.echo(
        f"{ahead.requests} requests, about {ahead.tokens_sent} tokens sent and "
        f"{ahead.tokens_received} received, about {ahead.seconds / 60:.0f} minutes",
        err=True,
    )
    if not dry_run and ahead.requests:
        write(plan, _language_model(model, base_url, temperature), corpus)


def _language_model(model: str, base_url: str | None, temperature: float) -> "LanguageModel":
    from embed_kcpd.encoders.openai import openai_endpoint
    from embed_kcpd.simulation.chat_model import ChatModel
    from embed_kcpd.simulation.local_model import LocalModel

    if model == "local":
        return LocalModel(temperature=temperature)
    if model.endswith(".gguf"):
        return LocalModel(Path(model), temperature)
    return ChatModel(openai_endpoint(base_url), model, temperature)


@simulate.command()
def assemble(
    corpus: CorpusPath,
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="JSONL file to write the documents to.")
    ],
    length: Annotated[int, typer.Option(min=2, help="Sentences per sequence (T).")] = 500,
    replicates: Annotated[int, typer.Option(min=1, help="Sequences to assemble.")] = 100,
    memory: Annotated[
        int | None, typer.Option(help="Memory to use if the corpus holds several.")
    ] = None,
    seed: Seed = 0,
) -> None:
    """Assemble sequences with known boundaries; embed-kcpd bench file reads them."""
    from embed_kcpd.files import write_atomically
    from embed_kcpd.simulation.assembly import replicates as assembled
    from embed_kcpd.simulation.corpus import read_topics

    documents = assembled(read_topics(corpus, memory), length, replicates, seed)
    lines = [
        json.dumps(
            {"id": document.id, "sentences": document.units, "boundaries": document.boundaries},
            ensure_ascii=False,
        )
        for document in documents
    ]
    write_atomically(output, "\n".join(lines) + "\n")


@simulate.command()
def study(
    corpus: CorpusPath,
    *,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="Folder to write tables, figures and the page to."),
    ],
    length: Annotated[
        list[int] | None,
        typer.Option(help="A length (T); may be repeated.", show_default="50 to 2000"),
    ] = None,
    replicates: Annotated[int, typer.Option(min=1, help="Sequences for each length.")] = 100,
    encoder: Annotated[
        list[str] | None,
        typer.Option(help="Encoder by name; may be repeated.", show_default="minilm"),
    ] = None,
    seed: Seed = 0,
    json_file: Annotated[
        Path | None,
        typer.Option(
            "--json",
            help="JSON file for the measured rows; rows that it already holds are not measured "
            "again unless code, encoder, texts or settings have changed.",
            show_default="study.json in the folder",
        ),
    ] = None,
) -> None:
    """Measure errors against length for each encoder, factor C, memory and kernel.

    Run it again after an interruption: rows that are measured are kept.
    """
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.files import write_atomically
    from embed_kcpd.outputs.figures import check_figure, save_figure
    from embed_kcpd.simulation import figures
    from embed_kcpd.simulation.corpus import read_whole_corpus
    from embed_kcpd.simulation.rows import read_rows, rows_as_json
    from embed_kcpd.simulation.study import LENGTHS, Settings
    from embed_kcpd.simulation.study import study as run

    encoders = {name: as_encoder(name) for name in encoder or ["minilm"]}
    settings = Settings(tuple(length or LENGTHS), replicates, seed)
    texts = read_whole_corpus(corpus)
    output.mkdir(parents=True, exist_ok=True)
    check_figure(output / "encoders.svg")
    kept = json_file or output / "study.json"

    def keep(rows: "Sequence[Row]") -> None:
        write_atomically(kept, rows_as_json(rows))

    rows = run(texts, encoders, settings, read_rows(kept), on_rows=keep)
    keep(rows)
    write_atomically(output / "study.json", rows_as_json(rows))
    for name, drawn in (
        ("encoders", figures.encoder_figure(rows)),
        ("scales", figures.scale_figure(rows)),
        ("memories", figures.memory_figure(rows)),
    ):
        save_figure(drawn, output / f"{name}.svg")
    write_atomically(output / "study.html", figures.study_page(rows, "Simulation study"))
