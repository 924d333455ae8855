"""Jupyter notebooks to pieces."""

import json

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.readers import DocumentKind, read_source, segment_document
from embed_kcpd.readers.source import Source
from embed_kcpd.settings import Settings


def markdown(source):
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def code(source, *outputs):
    cell = {"cell_type": "code", "metadata": {}, "source": source}
    return {**cell, "execution_count": 1, "outputs": list(outputs)}


def notebook(*cells, **values):
    about = {"metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps({"cells": list(cells), **about, **values}).encode()


def read(*cells, name="a.ipynb", **values):
    return read_source(Source(name, notebook(*cells, **values)))


def test_cells_are_blocks_with_the_headings_above_them():
    """Lines and whole texts; code is never cut and has no outputs."""
    shown = {"output_type": "stream", "name": "stdout", "text": ["42\n"]}
    document = read(
        markdown(["# Soil\n", "\n", "Dig *deep*.\n", "Then wait."]),
        code(["import soil\n", "\n", "soil.dig()\n"], shown),
        markdown("## Water\n\n- rain\n- tap"),
        {"cell_type": "raw", "metadata": {}, "source": "as it is"},
    )
    assert (document.format, document.kind) == ("notebook", DocumentKind.text)
    assert [piece.text for piece in document.pieces] == [
        "Soil",
        "Dig deep. Then wait.",
        "import soil\n\nsoil.dig()",
        "Water",
        "rain\ntap",
        "as it is",
    ]
    assert [piece.whole for piece in document.pieces] == [False, False, True, False, False, False]
    assert document.pieces[2].place.headings == ("Soil",)
    assert document.pieces[4].place.headings == ("Soil", "Water")


@pytest.mark.parametrize("name", ["a.ipynb", "a.json", "standard input"])
def test_a_notebook_is_recognised_by_what_it_holds(name):
    assert read(markdown("Dig."), name=name).format == "notebook"


def test_a_notebook_without_text_has_no_pieces():
    assert read().pieces == ()
    assert read(markdown(""), code([]), markdown(["\n", " "])).pieces == ()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"cells": 7}, "cells: expected a list of objects, got int"),
        ({"cells": ["text"]}, r"cells\[0\]: expected an object, got str"),
        ({"cells": [{"cell_type": "code"}]}, r"cells\[0\]: expected 'source' to be a text or"),
        ({"cells": [markdown([1])]}, r"cells\[0\]: expected 'source' to be a text or a list"),
    ],
)
def test_what_is_wrong_with_a_notebook_is_said_with_its_place(values, message):
    with pytest.raises(InputError, match=message):
        read(**values)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"nbformat": 4, "cells": [', "a.ipynb is not valid JSON"),
        (b"[1]", "a.ipynb: expected a notebook, an object with cells"),
        (b"{}", "a.ipynb: cells: expected a list of objects, got NoneType"),
    ],
)
def test_a_broken_notebook_is_no_prose(data, message):
    """A download that was cut off was segmented as a text of braces."""
    with pytest.raises(InputError, match=message):
        read_source(Source("a.ipynb", data))


def test_an_old_notebook_is_told_how_to_be_converted():
    """Version 3 has its cells in worksheets."""
    old = json.dumps({"nbformat": 3, "worksheets": [{"cells": []}]}).encode()
    with pytest.raises(InputError, match="before version 4; convert it first with: jupyter"):
        read_source(Source("a.ipynb", old))


def test_a_notebook_is_cut_between_its_cells(encoder):
    """Segments and chunks join back to what was read, and code stays whole."""
    words = ["The soil is dug. The soil is turned. ", "The stars are far. The stars are many. "]
    lines = "\n".join(f"row_{number} = {number}" for number in range(30))
    document = read(*(markdown(text * 6) for text in words), code(lines), markdown("The end."))
    settings = Settings(encoder=encoder)
    parts = segment_document(document, settings).segments
    assert "".join(part.text for part in parts) == document.text
    assert sum(lines in part.text for part in parts) == 1


def test_a_folder_with_a_notebook_is_chunked(run, tmp_path):
    """Engineers keep their documentation in notebooks: these were left out as without text."""
    (tmp_path / "guide.ipynb").write_bytes(notebook(markdown("# Soil\n\nDig deep. Then wait.")))
    status, out, _ = run("chunk", tmp_path, "--jsonl")
    [chunk] = [json.loads(line) for line in out.splitlines()]
    assert (status, chunk["headings"]) == (0, ["Soil"])
    assert "Dig deep." in chunk["text"]
