"""``embed-kcpd segment``: a text in, its segments out."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from embed_kcpd.cli.choices import check_targets, chosen_settings
from embed_kcpd.cli.granularity import chosen_granularity
from embed_kcpd.cli.levels import tell_missing_levels
from embed_kcpd.cli.option_groups import with_option_groups
from embed_kcpd.cli.options import (
    AnnotationOptions,
    ColumnOptions,
    File,
    GranularityOptions,
    LimitOptions,
    ObjectiveOptions,
    OutputOptions,
    TextOptions,
)

if TYPE_CHECKING:
    from embed_kcpd.result.segmented_text import SegmentedText


@with_option_groups
def segment(
    file: File,
    *,
    text: TextOptions,
    columns: ColumnOptions,
    judged: ObjectiveOptions,
    wanted: GranularityOptions,
    limits: LimitOptions,
    annotations: AnnotationOptions,
    output: OutputOptions,
) -> None:
    """Cut a text where its topic changes.

    A terminal shows the segments; a pipe gets a line of fields for each of them.
    """
    from dataclasses import replace

    from embed_kcpd.cli.reading import read_file
    from embed_kcpd.cli.titles import check_title_options, with_chat_titles
    from embed_kcpd.readers import segment_document

    check_targets(file, html=output.html, output=output.output)
    check_title_options(annotations.title_endpoint, annotations.title_model)
    settings = replace(
        chosen_settings(text, judged, limits),
        granularity=chosen_granularity(wanted, judged),
        confidence=not annotations.no_confidence,
        levels=annotations.levels,
    )
    result = segment_document(read_file(file, text.format, columns), settings)
    result = with_chat_titles(result, annotations.title_endpoint, annotations.title_model)
    _write(result, file, output)
    tell_missing_levels(result, annotations.levels)
    if output.explain:
        from embed_kcpd.outputs.phrases import unit_name

        sys.stderr.write(result.explain().describe(unit_name(result)) + "\n")


def _write(result: "SegmentedText", file: str, output: OutputOptions) -> None:
    from embed_kcpd import outputs
    from embed_kcpd.files import write_atomically

    if output.html is not None:
        name = "Standard input" if file == "-" else Path(file).name
        write_atomically(output.html, outputs.as_html(result, name))
    if output.output is not None:
        content = outputs.as_json(result) if output.as_json else outputs.as_lines(result)
        write_atomically(output.output, content)
    elif output.as_json:
        sys.stdout.write(outputs.as_json(result))
    else:
        outputs.print_segments(result, sys.stdout)
