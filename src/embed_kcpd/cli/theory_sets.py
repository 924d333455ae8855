"""``embed-kcpd theory sets``: which assumptions could hold for the data sets of the paper."""

import json
from typing import Annotated

import typer

from embed_kcpd.cli.bench_options import Data, PartOfPage, PrintJson
from embed_kcpd.cli.options import EncoderOption, NoCache, Threads


def sets(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names of data sets, or JSONL files of documents.", show_default="all data sets"
        ),
    ] = None,
    *,
    data: Data = None,
    encoder: EncoderOption = "minilm",
    threads: Threads = None,
    no_cache: NoCache = False,
    into: PartOfPage = None,
    as_json: PrintJson = False,
) -> None:
    """Print for each data set which assumptions of the theorems could hold at its lengths."""
    from embed_kcpd.cli.choices import named_encoder
    from embed_kcpd.evaluation.datasets import FILES
    from embed_kcpd.evaluation.page_parts import check_page
    from embed_kcpd.theory.experiments.study import text, write_into
    from embed_kcpd.theory.memory_study import cut_vectors
    from embed_kcpd.theory.set_facts import set_facts
    from embed_kcpd.theory.set_study import NAME, set_study

    check_page(into, NAME)
    names = sources or list(FILES)
    model = named_encoder(encoder, threads, cache=not no_cache)
    facts = {source: set_facts(cut_vectors(source, model, data)) for source in names}
    said = "" if encoder == "minilm" else f" --encoder {encoder}"
    study = set_study(facts, f"embed-kcpd theory sets {' '.join(names)}{said}")
    if into is not None:
        write_into(into, study)
    typer.echo(json.dumps(study.as_json(), indent=2) if as_json else text(study))
