"""reStructuredText to pieces, with docutils as the judge."""

import io
import random
import re
import time
from collections import Counter

import pytest
from docutils import core, nodes
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.rst_inline import plain_text
from reader_files import changed, read_or_refuse

WORDS = re.compile(r"\w+")
SILENT = (nodes.comment, nodes.substitution_definition, nodes.raw, nodes.docinfo, nodes.label)
SILENT += (nodes.footnote_reference, nodes.citation_reference, nodes.math_block, nodes.image)
SILENT += (nodes.system_message,)

PAGE = """\
.. A comment
   of two lines.

======
Garden
======

:Author: Nobody
:Version: 1

The *garden* of ``beans*`` and **peas** lies at `the river <https://a.b/c>`_ [1]_. See
`Soil`_, soil_ and |what|; 2 * 3 * 4 \\*stays\\*, snake_case_name, __init__ too.

.. |what| replace:: **what** grows
.. |logo| image:: logo.png
.. _soil:

Soil
----

#. Dig::

      # no heading
      dig()

#. Wait, and
   wait again.

   - inner item
   - another

     with a paragraph

Deep
~~~~

spade
    What one digs with.
rake : tool
    What comes after.

:depth: half a metre
:width: two metres
    and more

.. note:: Never dig
   in winter.

   It is cold.

.. figure:: bed.png
   :width: 3cm
   :alt: not seen

   A bed of beans.

   It was new.

.. code-block:: python
   :class: shiny

   x = 1

   y = 2

.. math::

   a = b

+-------+--------+
| Plant | Number |
+=======+========+
| Beans | three  |
| red   |        |
+-------+--------+
| Peas  | four   |
+-------+--------+

=====  =====
Day    Rain
=====  =====
one    none
two    a lot
       of it
=====  =====

Water
-----

| It rains
| on lines.

>>> rain()
'wet'

A quotation:

    It always rains.

----

Take ``-v``:

-v, --verbose  Says more.
-q             Says less.

.. list-table:: Tools
   :header-rows: 1

   * - Name
     - Use
   * - Hoe
     - Weeds

.. [1] The river is near.
.. __: https://x.y
"""


def document(text, name="a.rst"):
    return read_source(Source(name, text.encode()))


def said(text):
    return [piece.text for piece in document(text).pieces]


def judged(text):
    """Headings with levels, and the words of a page, by docutils."""
    settings = {"report_level": 5, "halt_level": 5, "warning_stream": io.StringIO()}
    settings |= {"doctitle_xform": False, "_disable_config": True, "syntax_highlight": "none"}
    tree = core.publish_doctree(text, settings_overrides=settings)
    headings, words = [], Counter()

    def shown(node):
        if isinstance(node, SILENT):
            return ""
        if isinstance(node, nodes.Text):
            return node.astext()
        return "".join(shown(child) for child in node.children)

    def walk(node, depth):
        if isinstance(node, SILENT):
            return
        if isinstance(node, nodes.title) and isinstance(node.parent, nodes.section):
            headings.append((depth, shown(node)))
        if isinstance(node, nodes.TextElement):
            words.update(WORDS.findall(shown(node)))
            return
        for child in node.children:
            walk(child, depth + isinstance(node, nodes.section))

    walk(tree, 0)
    return headings, words


def test_headings_and_words_are_those_of_docutils():
    """Fields at the beginning are about the file: docutils sets them apart as well, after the
    title, which it does only where the title is that of the whole document."""
    text = PAGE.replace(":Author: Nobody\n:Version: 1\n", "")
    own = document(text).pieces
    headings, words = judged(text)
    assert [(p.place.heading, p.text) for p in own if p.place.heading] == headings
    assert Counter(WORDS.findall("\n".join(p.text for p in own))) == words


def test_a_page_is_read_as_it_is_shown():
    read = document(PAGE)
    assert said(PAGE)[:9] == [
        "Garden",
        "The garden of beans* and peas lies at the river. See Soil, soil and what grows; "
        "2 * 3 * 4 *stays*, snake_case_name, __init__ too.",
        "Soil",
        "Dig:",
        "# no heading\ndig()",
        "Wait, and wait again.\ninner item\nanother\nwith a paragraph",
        "Deep",
        "spade\nWhat one digs with.\nrake : tool\nWhat comes after.\ndepth: half a metre\n"
        "width: two metres and more",
        "Never dig in winter.",
    ]
    assert (read.format, read.title) == ("rst", "Garden")
    assert not re.search(r"Nobody|comment|bed\.png|not seen|a = b|shiny|logo", read.text)


def test_code_and_tables_are_whole():
    whole = [piece.text for piece in document(PAGE).pieces if piece.whole]
    assert whole == [
        "# no heading\ndig()",
        "x = 1\n\ny = 2",
        "Plant | Number\nBeans red | three\nPeas | four",
        "Day | Rain\none | none\ntwo | a lot of it",
        ">>> rain()\n'wet'",
    ]


def test_a_piece_knows_the_headings_above_it():
    paths = {piece.text: piece.place.headings for piece in document(PAGE).pieces}
    assert paths["A bed of beans."] == ("Garden", "Soil", "Deep")
    assert paths["It rains\non lines."] == ("Garden", "Water")


def test_spans_point_into_the_file():
    """With line ends of Windows, a byte order mark and emoji."""
    text = "\ufeffKäse 🧀\r\n======\r\n\r\nEin *Satz*.\r\n\r\n- eins\r\n- zwei\r\n"
    for piece in document(text).pieces:
        span = piece.place.span
        assert piece.text.split()[0] in text[span.start : span.end]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (":ref:`the guide <a-b>` and :doc:`intro`", "the guide and intro"),
        (":py:class:`~a.b.Name`, :class:`!Raw`, `code`:sup:", "Name, Raw, code"),
        ("`*not*` in 'x*' or (*yes*)", "*not* in 'x*' or (yes)"),
        ("`text <https://a.b>`__, `name`__ and name_.", "text, name and name."),
        ("re\\ *struct*\\ ured", "restructured"),
        (":math:`\\alpha^2` of it", "α^2 of it"),
        ("See [CIT2002]_ and [#note]_, [*]_.", "See and,."),
        ("*open and `open and ``open and |open", "*open and `open and ``open and |open"),
        ("a|b|c is |d|.", "a|b|c is ."),
        ("_`here` is a target", "here is a target"),
        ("https://a.b/c_d and e_f_", "https://a.b/c_d and e_f"),
    ],
)
def test_markup_inside_lines_is_left_out(source, shown):
    assert plain_text(source) == shown


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("A. Einstein came.\nHe stayed.\n", ["A. Einstein came. He stayed."]),
        ("1. one\n2. two\n", ["one\ntwo"]),
        ("Text::\n\n> quoted\n> lines\n\nMore.", ["Text:", "> quoted\n> lines", "More."]),
        ("::\n\n  code\n", ["code"]),
        (".. unknown:: thing\n   :option: x\n\n   Its text.\n", ["Its text."]),
        (".. toctree::\n   :maxdepth: 2\n\n   a\n   b\n\nText.", ["Text."]),
        (".. versionadded:: 1.2\n   More of it.\n", ["1.2 More of it."]),
        (".. autoclass:: a.B\n   :members:\n\nText.", ["Text."]),
        ("..\n   hidden\n\nText.", ["Text."]),
        ("..\n\n   A quotation.", ["A quotation."]),
        ("Short\n---\n\nlong\n----\n", ["Short ---", "long"]),
        (".. csv-table::\n\n   a, \"b, c\"\n   d, e\n", ["a | b, c\nd | e"]),
        ("+---+---+\n| a | b |\n|   +---+\n|   | c |\n+---+---+\n", ["a | b c"]),
    ],
)  # fmt: skip
def test_what_directives_and_lists_say(source, shown):
    assert said(source) == shown


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.rst", "No markup at all.", "rst"),
        ("README", "Name\n====\n\n.. note:: This.\n\nText.\n", "rst"),
        ("a.txt", "See :ref:`a <b>`.\n\n.. code-block:: sh\n\n   make\n", "rst"),
        ("a.txt", "Name\n====\n\nText.\n\nPart\n----\n\nMore.\n", "text"),
        ("a.txt", "He said .. nothing:: and left.\n\n.. and so on\n", "text"),
        ("a.txt", ".. note:: alone\n", "text"),
        ("a.md", "Name\n====\n\n.. note:: This.\n", "markdown"),
        ("a.txt", "# One\n\n```{eval-rst}\n.. note:: a\n.. tip:: b\n```\n\n## Two\n", "markdown"),
        ("a.txt", "Name\n====\n\n```\n.. note:: This.\n```\n", "markdown"),
        ("a.py", "Name\n====\n\n.. note:: This.\n", "text"),
    ],
)
def test_rst_is_recognised_by_its_name_or_clear_evidence(name, text, form):
    assert document(text, name).format == form


@given(st.text(st.sampled_from("=-~*`_|:.<>[]()+#\\ \n\tab1"), max_size=120))
def test_no_combination_of_marks_is_too_much(text):
    read = read_or_refuse(text.encode(), "a.rst")
    assert read is not None
    for piece in read.pieces:
        assert 0 <= piece.place.span.start <= piece.place.span.end <= len(text)


@given(
    st.lists(st.text("bcdefghj", min_size=2, max_size=9), min_size=1, max_size=30),
    st.data(),
)
def test_words_of_the_prose_stay_in_order(words, data):
    """Whatever markup stands around and between them."""
    around = [
        "{}",
        "*{}*",
        "**{}**",
        "``{}``",
        ":kbd:`{}`",
        "`{} <x.y>`_",
        "\n\n- {}\n\n",
        "{} [1]_",
    ]
    around += [
        "\n\n.. tip:: {}\n\n",
        "\n\n.. left out\n\n{}",
        "\n\n{}\n==========\n\n",
        "\n\n    {}\n\n",
    ]
    text = " ".join(data.draw(st.sampled_from(around)).format(word) for word in words)
    text = re.sub(r"^ +(?=\S)(?!    )", "", text, flags=re.MULTILINE)
    assert " ".join(said(text)).split() == words


def test_changed_pages_are_read():
    draw = random.Random(5)
    for _ in range(200):
        read_or_refuse(changed(draw, PAGE.encode()), "a.rst")


@pytest.mark.parametrize(
    "part",
    [
        *(
            "*a ",
            "`a ",
            "``a ",
            "|a ",
            "_`a ",
            ":a:`b ",
            "a_ ",
            "[1",
            "\\",
            "- ",
            "* a\n",
            ":a: b\n",
        ),
        *(
            "::\n\n",
            "a::\n\n b\n",
            "+--+\n|a|\n",
            "== ==\n",
            "A\n-----\n",
            "| a\n",
            " a\n",
            "a\n b\n",
        ),
        *(".. ", ".. a::\n", ".. note::\n\n", ".. |a| replace:: b |a|\n", "(1) ", ":math:`a` "),
    ],
)
def test_a_long_file_of_one_mark_takes_seconds(part):
    started = time.process_time()
    read_or_refuse(("x\n\n" + part * (100_000 // len(part)) + " end").encode(), "a.rst")
    assert time.process_time() - started < 8


def test_a_folder_with_both_formats_is_chunked(run, tmp_path):
    (tmp_path / "guide.rst").write_text("Soil\n====\n\nDig *deep*. Then wait.\n")
    (tmp_path / "paper.tex").write_text("\\section{Water}\nIt \\emph{rains}. It pours.\n")
    status, out, _ = run("chunk", tmp_path, "--jsonl")
    assert status == 0
    assert "Dig deep." in out
    assert "It rains." in out
    assert '"headings": ["Soil"]' in out
    assert '"headings": ["Water"]' in out
