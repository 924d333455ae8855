"""Damaged documents: markup, notebooks, HTML, Word, OpenDocument, slides, RTF, EPUB and PDF."""

import json

from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.units import document_units
from embed_kcpd.text.sentences import Sentences
from reader_files import changed, changed_archive
from test_docx import MEETING, paragraph
from test_docx import document as word_document
from test_epub import book
from test_odt import GARDEN, flat
from test_odt import document as open_document
from test_rtf import LETTER
from test_slides import OPEN, OPEN_SLIDES, SOIL, WATER, WITH_NOTES, deck

MARKDOWN = """---
title: A
---
# One

Some **bold** [link](a.md), `code` and <b>tags</b>.

- item
  1. inner

```py
x = 1
```

| a | b |
|---|---|
| 1 | 2 |

> quote
"""
HTML = """<!doctype html><html lang=en><title>A</title><body><nav>Home</nav><article><h1>One</h1>
<p>Some <b>bold</b>, text &amp; more<br><br>here<ul><li>a<li>b</ul><table><tr><td>1<td>2</table>
<pre>x = 1</pre><script>if (a < b) {}</script></article></body></html>"""
LATEX = r"""% A
\documentclass{article}\newcommand{\a}{one}\title{\a}
\begin{document}\maketitle
\section{Some \emph{bold} $x_1$} text~\cite{a}, \"uber\footnote{note}.
\begin{itemize}\item a \item[b] c\end{itemize} \[ x = 1. \]

\begin{tabular}{l|r} 1 & 2 \\ \hline \end{tabular}
\begin{verbatim}{ $\end{verbatim} \verb|x|
\end{document}
"""
RST = """.. left out

One
===

Some **bold** `link <a>`_, ``code`` [1]_ and :ref:`a <b>` |c|::

    x = 1

- item

  1. inner

.. note:: text
   :class: a

.. |c| replace:: d

=== ===
1   2
=== ===

:field: text

+---+
| 1 |
+---+
"""
PDF = b"""%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources
<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 37>>stream
BT /F 9 Tf 9 9 Td (Some words.) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>"""
ARCHIVES = {"docx": word_document(paragraph("One") + paragraph("Two. Three.")), "epub": book()}
ARCHIVES |= {"docx-transcript": word_document(MEETING)}
ARCHIVES |= {"odt": open_document(GARDEN), "odp": open_document(OPEN_SLIDES, **OPEN)}
ARCHIVES |= {"pptx": deck(SOIL, WATER, **WITH_NOTES)}
NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "markdown", "metadata": {}, "source": ["# One\n", "\n", "Some *words*."]},
            {"cell_type": "code", "metadata": {}, "source": "x = 1\n\ny = 2", "outputs": []},
            {"cell_type": "raw", "source": "as it is"},
        ],
        "nbformat": 4,
    }
).encode()
FILES = {"markdown": MARKDOWN.encode(), "html": HTML.encode(), "html-whole": HTML.encode()}
FILES |= {"latex": LATEX.encode(), "rst": RST.encode()}
FILES |= {"pdf": PDF, "notebook": NOTEBOOK, "rtf": LETTER.encode("latin-1"), **ARCHIVES}
FLAT = {"odt": flat(GARDEN), "odp": flat(OPEN_SLIDES, **OPEN)}


def texts(draw, _):
    name = draw.choice(sorted(FILES))
    is_flat = name in FLAT and draw.random() < 0.4
    is_archive = name in ARCHIVES and not is_flat and draw.random() < 0.8
    content = FLAT[name] if is_flat else FILES[name]
    data = (changed_archive if is_archive else changed)(draw, content)
    document = read_source(Source("file", data), draw.choice([name, name, None]))
    units, places = document_units(document, Sentences("en"))
    assert "".join(document.text[u.start : u.end] for u in units) == document.text
    assert len(units) == len(places)
    assert not any(place.continues for place in places[:1])
