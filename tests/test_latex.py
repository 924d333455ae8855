r"""LaTeX to pieces."""

import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.readers import read_source, segment_document
from embed_kcpd.readers.source import Source
from embed_kcpd.settings import Settings
from reader_files import changed, read_or_refuse

PAPER = Path(__file__).parents[2] / "shared" / "paper" / "embed-kcpd.tex"

ARTICLE = r"""% A comment above everything.
\documentclass[a4paper]{article}
\usepackage{babel}
\newcommand{\garden}{kitchen garden}
\newcommand{\eg}{e.g.\xspace}
\DeclareMathOperator{\rain}{rain}
\newtheorem{rule}{Rule}
\title{Beans \& Peas\thanks{Paid by nobody.}}
\author{A. Gardener}
\begin{document}
\maketitle
\begin{abstract}
We grow beans.
\end{abstract}

\section[Soil]{Soil and $n$ worms}\label{sec:soil}
The \emph{soil} of a \garden{} is \textbf{dug}~deep\footnote{Two spades, \eg half a metre.},
as others say \citep[p.~3]{digger, spade}. % and so on
See Section~\ref{sec:water}--\ref{sec:sun} (\cite{a}).

Stra\ss e, \"uber, caf\'e, \c{c}a, na\"{\i}ve, \o re; ``quoted'' --- and `so', 1--2, 5\% of \$3.

\subsection*{Worms}
\begin{itemize}
  \item One worm.
  \item[Two] worms,
    long ones.
\end{itemize}
The depth is
\[ d = \frac{a}{b}, \]
where $a \leq \rain(b)$ and $b\in\mathbb R$, so
\begin{equation}\label{eq:one}
  x = 1.
\end{equation}
It holds.
\begin{rule}[of thumb] Wait. \end{rule}
\begin{table}[t]
  \caption{What grows.}
  \begin{tabular}{l|r}
    \toprule
    \multicolumn{2}{c}{\textbf{All}} \\ \cmidrule(lr){1-2}
    Beans & 3 \\[2pt] Peas & $4_{5}$ \\
    \bottomrule
  \end{tabular}
\end{table}
\begin{figure} \includegraphics[width=3cm]{bed.png} \caption{A bed.} \end{figure}
\begin{verbatim}
\section{No section} % no comment
\end{verbatim}
\begin{tikzpicture} \node {drawn}; \end{tikzpicture}
\iffalse Switched off. \fi
\paragraph{Water.} It rains \verb|x_1%| at \url{https://a.b/c%20d}, \href{https://x.y}{there}.
\input{chapters/sun}
\bibliography{garden}
\end{document}
After the end.
"""


def document(text, name="a.tex"):
    return read_source(Source(name, text.encode()))


def said(text):
    return [piece.text for piece in document(text).pieces]


def test_an_article_is_read_as_it_is_printed():
    read = document(ARTICLE)
    shown = [(piece.place.heading, piece.text) for piece in read.pieces]
    assert shown == [
        (1, "Beans & Peas"),
        (2, "Abstract"),
        (0, "We grow beans."),
        (2, "Soil and n worms"),
        (
            0,
            "The soil of a kitchen garden is dug deep, as others say. See Section.",
        ),
        (0, "Two spades, e.g. half a metre."),
        (
            0,
            "Straße, über, café, ça, naïve, øre; \u201cquoted\u201d \u2014 and \u2018so', "
            "1\u20132, 5% of $3.",
        ),
        (3, "Worms"),
        (0, "One worm.\nTwo worms, long ones."),
        (0, "The depth is, where a ≤ rain(b) and b∈R, so. It holds."),
        (0, "(of thumb) Wait."),
        (0, "What grows."),
        (0, "All\nBeans | 3\nPeas | 4_5"),
        (0, "A bed."),
        (4, "Water."),
        (0, "It rains x_1% at https://a.b/c%20d, there."),
    ]
    assert (read.format, read.title) == ("latex", "Beans & Peas")
    assert read.notes == ("files that the text reads are not opened: chapters/sun",)


def test_notes_and_tables_belong_to_what_they_stand_in():
    pieces = document(ARTICLE).pieces
    notes = [p.text for p in pieces if p.place.continues]
    assert notes == ["Two spades, e.g. half a metre."]
    assert [p.text[:3] for p in pieces if p.whole] == ["All"]
    assert pieces[-1].place.headings == ("Beans & Peas", "Soil and n worms", "Worms", "Water.")


def test_spans_point_into_the_file():
    """With line ends of Windows, a byte order mark and emoji."""
    text = "\ufeff\\section{Käse 🧀}\r\nEin \\emph{Satz}.\r\n\r\n% nichts\r\nNoch einer.\r\n"
    pieces = document(text).pieces
    assert [p.text for p in pieces] == ["Käse 🧀", "Ein Satz.", "Noch einer."]
    for piece in pieces:
        span = piece.place.span
        assert piece.text.split()[-1].rstrip(".") in text[span.start : span.end]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("a\n% b\nc", ["a c"]),
        ("a%\n\nb", ["a", "b"]),
        ("a \\par b", ["a", "b"]),
        ("50\\% of\\ it", ["50% of it"]),
        ("$\\tau_{k-1} < \\cdots$ steps", ["τ_k-1 < … steps"]),
        ("$\\widehat{C}(s,e)$, $\\Bigl( x \\Bigr)$", ["C(s,e), ( x )"]),
        ("$$x$$ is $y$", ["is y"]),
        ("\\(a\\) or \\[b\\] c", ["a or c"]),
        ("{\\em all} \\foo[opt]{one}{two} \\bar{x}", ["all one two x"]),
        ("\\textcolor{red}{word} \\vspace{2cm}end", ["word end"]),
        ("\\def\\x#1{gone #1} \\let\\a=\\b kept", ["kept"]),
        ("\\newcommand\\x{\\y\\y}\\newcommand\\y{\\x\\x}\\x\\y end", ["end"]),
        ("\\renewcommand{\\section}{\\@startsection{section}{1}} a", ["a"]),
        ("\\L{}\\'od\\'z and \\~{}user, \\v{S}koda", ["Łódź and ~user, Škoda"]),
        ("\\begin{description}\\item[A] b\\end{description}", ["A b"]),
        ("\\begin{lstlisting}\n$ { %\n\\end{lstlisting}a", ["a"]),
        ("\\enquote{so} \\ldots{} \\LaTeX{} \\S 3", ["\u201cso\u201d … LaTeX §3"]),
        ("\\twocolumn[\\title{Name} \\vskip 0.3in ] text", ["Name", "text"]),
        ("a & b \\\\ c", ["a b c"]),
        ("\\begin{tabular}{l}a\\footnote{n}&\\begin{tabular}{l}b\\\\c\\end{tabular}\\end{tabular}",
         ["a | b c", "n"]),
    ],
)  # fmt: skip
def test_what_commands_print(source, shown):
    assert said(source) == shown


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("\\section{Open\n\nText goes on.", ["Open", "Text goes on."]),
        ("\\begin{verbatim} Text goes on.", ["Text goes on."]),
        ("\\begin{equation} Text goes on.", ["Text goes on."]),
        ("Costs $5 today.\n\nText goes on $ too.", ["Costs 5 today.", "Text goes on too."]),
        ("\\[ Text } goes { on.", ["Text goes on."]),
        ("\\end{a} Text \\footnote goes \\'", ["Text goes"]),
        ("\\cite[Text goes on.", ["[Text goes on."]),
        ("\\newcommand Text", ["Text"]),
        ("\\begin{itemize} \\item Text", ["Text"]),
        ("\\iffalse Text", ["Text"]),
        ("\\", []),
        ("\\verb", []),
    ],
)
def test_what_is_never_closed_takes_nothing_with_it(source, shown):
    assert said(source) == shown


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.tex", "No commands at all.", "latex"),
        (
            "a.txt",
            "% mine\n\n\\documentclass{article}\n\\begin{document}A.\\end{document}",
            "latex",
        ),
        ("standard input", "\\section{One}\nText.\n", "latex"),
        ("notes.txt", "A file begins with \\documentclass{article} and goes on.\n", "text"),
        ("notes.txt", "C:\\section\\part and \\\\server\\chapter are folders.\n", "text"),
        ("notes.txt", "```latex\n\\section{One}\n```\n", "markdown"),
        ("notes.md", "\\section{One}\n", "markdown"),
        ("notes.py", "\\section{One}\n", "text"),
        ("notes.txt", "% 100 % of it\n" * 200 + "Prose.\n", "text"),
    ],
)
def test_latex_is_recognised_by_its_name_or_its_first_line(name, text, form):
    assert document(text, name).format == form


@given(st.lists(st.sampled_from(
    ["\\emph{", "}", "{", "$", "\\[", "\\]", "\\begin{itemize}", "\\end{itemize}", "\\item ",
     "\\begin{tabular}{l}", "\\end{tabular}", "&", "\\\\", "\\footnote{", "\n\n", "%", "\n", " ",
     "\\section{", "\\begin{equation}", "\\end{equation}", "\\cite{a}", "[", "]", "\\'",
     "\\newcommand", "\\begin{verbatim}", "\\end{verbatim}", "\\iffalse", "\\fi",
     "\\frac", "wörd", "x_1",
     "\\verb|"]
), max_size=40))  # fmt: skip
def test_no_combination_of_marks_is_too_much(parts):
    text = "".join(parts)
    read = read_or_refuse(text.encode(), "a.tex")
    assert read is not None
    for piece in read.pieces:
        assert 0 <= piece.place.span.start <= piece.place.span.end <= len(text)
        assert "\0" not in piece.text


@given(
    st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=1, max_size=30),
    st.data(),
)
def test_words_of_the_prose_stay_in_order(words, data):
    """Whatever markup stands around and between them."""
    around = [
        "{}",
        "\\emph{{{}}}",
        "{{\\bf {}}}",
        "${}$",
        "\\section{{{}}}",
        "{}\n\n",
        "{}\\cite{{x}}",
    ]
    around += ["\\item {}", "\\unknown[a]{{{}}}", "{} % left out\n", "\\begin{{a}}{}\\end{{a}}"]
    text = " ".join(data.draw(st.sampled_from(around)).format(word) for word in words)
    assert " ".join(said(text)).split() == words


@pytest.mark.parametrize(
    "part",
    [
        *("\\textbf{", "{", "}", "$", "$$ ", "\\begin{a}", "\\begin{verbatim}", "\\section{"),
        *("\\footnote{", "\\cite[", "\\item[", "\\[", "\\begin{tabular}{l}", "\\verb|", "\\'"),
        *("\\newcommand{\\a}{", "\\newcommand{\\a}{\\a\\a}\\a ", "\\twocolumn[", "(\\ref{a}"),
        *("\\iffalse ", "\\begin{itemize}\\item ", "\\end{a}", "\\url{", "% ", "\\\\["),
    ],
)
def test_a_long_file_of_one_mark_takes_seconds(part):
    """No nesting is too deep, and twice as much takes twice as long."""
    started = time.process_time()
    read_or_refuse(("x " + part * (100_000 // len(part)) + " end").encode(), "a.tex")
    assert time.process_time() - started < 8


def test_changed_articles_are_read():
    draw = random.Random(5)
    for _ in range(200):
        read_or_refuse(changed(draw, ARTICLE.encode()), "a.tex")


def test_a_text_is_cut_at_its_sections(encoder):
    words = ["The soil is dug. The soil is turned. ", "The stars are far. The stars shine. "]
    text = "".join(f"\\section{{Part {n}}}\n{part * 6}\n" for n, part in enumerate(words))
    parts = segment_document(document(text), Settings(encoder=encoder)).segments
    assert [part.title for part in parts] == ["Part 0", "Part 1"]


def test_the_paper_has_its_headings_and_no_commands(encoder):
    """Its first segments were called after commands of its formulas."""
    if not PAPER.exists():
        pytest.skip(f"the source of the paper is not at {PAPER}")
    source = PAPER.read_text(encoding="utf-8")
    read = document(source)
    headings = [piece.text for piece in read.pieces if piece.place.heading]
    written = re.findall(r"^\\(?:sub)*section\*?\{|^\\paragraph\{", source, re.MULTILINE)
    assert len(headings) == len(written) + 2  # the title and the abstract
    assert headings[1:5] == ["Abstract", "Introduction", "Contributions.", "Related Work"]
    assert "KCPD Under m-Dependence" in headings
    assert not re.search(r"\\|[{}]\w*(?:citep|Bigl|widehat|textbf|mathbb)|0\.3in", read.text)
    titles = [part.title for part in segment_document(read, Settings(encoder=encoder)).segments]
    assert not re.search(r"widehat|Bigl|frac|\\|[_^]", " ".join(titles))


def test_names_of_files_inside_one_another_are_read_once():
    """Each was read by a walk inside the walk, so two hundred were too deep."""
    text = "\\section{Sun}\n" + "\\input{" * 3000 + "dawn" + "}" * 3000 + "\nIt rises."
    assert read_source(Source("sun.tex", text.encode())).pieces[-1].text == "It rises."
