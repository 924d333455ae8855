r"""Environments of LaTeX: what begins where ``\begin`` stands.

In:  how far a file has been read, and the ``\begin`` of an environment.
Out: where to go on: after what is no text.

Formulas on their own line and drawings are left out, tables are set apart; of all others the
content is read on, and what is known of them is where their text begins.
"""

from embed_kcpd.readers.texts import latex_commands as known
from embed_kcpd.readers.texts.latex_formulas import leave_gap
from embed_kcpd.readers.texts.latex_reading import Reading
from embed_kcpd.readers.texts.latex_writing import What
from embed_kcpd.text.places import SourceSpan


def begin_environment(reading: Reading, at: int) -> int:
    """Leave an environment out, set it apart, or begin its text."""
    name = reading.arguments.tokens[at].text
    base = name.rstrip("*")
    if base in known.FORMULAS or base in known.DRAWINGS:
        return _left_out(reading, at, base)
    if name in known.TABLES:
        return _table(reading, at)
    if reading.in_formula:
        return at + 1
    if name not in known.INLINE:
        reading.writing.end_paragraph()
    end = reading.arguments.ends.get(at)
    if base in known.LISTS and end is not None:
        reading.writing.open_list(end)
    return _text_of_environment(reading, at, base)


def _left_out(reading: Reading, at: int, base: str) -> int:
    end = reading.arguments.ends.get(at)
    if end is None or reading.in_formula:
        return at + 1
    if base in known.FORMULAS:
        leave_gap(reading, at, end)
    else:
        reading.writing.end_paragraph()
    return end + 1


def _table(reading: Reading, at: int) -> int:
    end = reading.arguments.ends.get(at)
    if end is not None and not reading.in_formula:
        reading.open(What.table, at, end)
    return reading.arguments.after_arguments(
        at + 1, known.TABLES[reading.arguments.tokens[at].text]
    )


def _text_of_environment(reading: Reading, at: int, base: str) -> int:
    """Any other environment: its options are no text, unless they name a theorem."""
    arguments = reading.arguments
    after = at + 1
    if base == "abstract":
        _add_abstract(reading, at)
    elif base in reading.theorems and (option := arguments.option_end(after)) is not None:
        reading.instead[after], reading.instead[option] = "(", ") "
    elif base == "frame" and (argument := arguments.argument(after)) is not None:
        reading.open(What.heading, at, argument[1], known.HEADINGS["frametitle"])
        return argument[0] + 1
    else:
        after = arguments.after_arguments(after, known.LAYOUTS.get(base, 0))
        reading.part_arguments(after)
    return after


def _add_abstract(reading: Reading, at: int) -> None:
    r"""The heading above an abstract, which a file may call something else."""
    token = reading.arguments.tokens[at]
    macro = reading.macros.get("abstractname")
    title = macro.text if macro else known.ABSTRACT[0]
    reading.writing.add_heading(title, SourceSpan(token.start, token.end), known.ABSTRACT[1])
