r"""What the reader of LaTeX knows about commands and environments.

In:  nothing.
Out: headings and their levels, and which arguments are no text.

The arguments of a command that is not listed are text: those of ``\emph`` and of most commands
that people define.
"""

HEADINGS = {
    "title": 1,
    "icmltitle": 1,
    "part": 2,
    "addpart": 2,
    "chapter": 3,
    "addchap": 3,
    "section": 4,
    "addsec": 4,
    "subsection": 5,
    "subsubsection": 6,
    "frametitle": 6,
    "paragraph": 7,
    "subparagraph": 8,
}
"""Commands whose argument is a heading."""

ABSTRACT = ("Abstract", HEADINGS["section"])
"""The heading that LaTeX prints above an abstract."""

NOTES = frozenset(["footnote", "footnotetext", "endnote", "sidenote", "marginpar"])
CITATIONS = frozenset(
    [
        *("cite", "citep", "citet", "citealp", "citealt", "citeauthor", "citeyear", "citeyearpar"),
        *("Citep", "Citet", "autocite", "textcite", "parencite", "footcite", "fullcite", "cites"),
        *("ref", "eqref", "pageref", "nameref", "autoref", "cref", "Cref", "vref", "labelcref"),
        *("supercite", "Autocite", "Textcite", "Parencite", "crefrange", "subref", "Autoref"),
    ]
)
"""Commands that print a number or a name that is not in the file."""

FILES = frozenset(["input", "include", "subfile", "import", "subimport"])
"""Commands that read another file."""

_ONE = (
    "label vspace hspace index glossary nocite bibliography bibliographystyle "
    "addbibresource usepackage RequirePackage documentclass PassOptionsToPackage geometry "
    "hypersetup pagestyle thispagestyle pagenumbering selectlanguage usetheme usecolortheme "
    "includegraphics includesvg includepdf graphicspath lstset lstinputlisting tikzset "
    "usetikzlibrary pgfplotsset pgfkeys color cellcolor rowcolor columncolor rowcolors phantom "
    "hphantom vphantom cline cmidrule arraystretch numberwithin bibitem captionsetup "
    "DeclareGraphicsExtensions newcounter stepcounter refstepcounter setcitestyle sisetup "
    "allowdisplaybreaks todo missingfigure date author affil affiliation institute "
    "institution email address keywords subjclass icmltitlerunning titlerunning authorrunning "
    "icmlkeywords titleformat titlespacing newif mathtoolsset theoremstyle tag "
    "printAffiliationsAndNotice orcid orcidID thanksref inst specialcomment "
    "excludecomment includecomment listfiles verbatiminput inputminted newlength newsavebox "
    "textcolor hyperlink hypertarget foreignlanguage parbox scalebox rotatebox raisebox colorbox "
    "href texorpdfstring hyphenation thanks fancyhead fancyfoot lhead chead rhead lfoot cfoot rfoot"
)
_TWO = (
    "setlength addtolength setcounter addtocounter rule fontsize resizebox "
    "multicolumn multirow markboth icmlauthor icmlaffiliation icmlcorrespondingauthor "
    "icmlsetsymbol definecolor colorlet fcolorbox newtcolorbox "
    ""
)
_THREE = "specialrule addcontentsline crefname Crefname DeclarePairedDelimiter"

SILENT = {
    **dict.fromkeys(_ONE.split(), 1),
    **dict.fromkeys(_TWO.split(), 2),
    **dict.fromkeys(_THREE.split(), 3),
    **dict.fromkeys(CITATIONS, 1),
    "crefrange": 2,
    "import": 2,
    "subimport": 2,
    **dict.fromkeys(FILES - {"import", "subimport"}, 1),
}
"""How many arguments of a command are no text; what follows them is."""

DEFINITIONS = frozenset(
    [
        *("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"),
        *("DeclareMathOperator", "NewDocumentCommand", "RenewDocumentCommand"),
    ]
)
PRIMITIVE_DEFINITIONS = frozenset(["def", "gdef", "edef", "xdef"])
NEW_ENVIRONMENTS = {"newenvironment": 3, "renewenvironment": 3, "NewDocumentEnvironment": 4}
"""Commands that define an environment, and how many arguments they have."""

THEOREMS = frozenset(
    [
        *("theorem", "lemma", "proposition", "corollary", "definition", "assumption", "remark"),
        *("example", "proof", "claim", "conjecture", "observation", "fact", "exercise"),
    ]
)
"""Environments whose option is text: the name of a theorem."""

FORMULAS = frozenset(
    [
        *("equation", "align", "alignat", "gather", "multline", "eqnarray", "flalign", "dmath"),
        *("displaymath", "IEEEeqnarray", "xalignat", "empheq"),
    ]
)
DRAWINGS = frozenset(
    [
        *("tikzpicture", "pgfpicture", "picture", "tikzcd", "forest", "axis", "pspicture"),
        *("circuitikz", "thebibliography", "algorithmic", "algorithm", "algorithm2e"),
        "icmlauthorlist",
    ]
)
"""Environments that are left out: drawings, programs, lists of references and of authors."""

TABLES = {
    "tabular": 1,
    "tabular*": 2,
    "tabularx": 2,
    "tabulary": 2,
    "longtable": 1,
    "longtblr": 1,
    "tblr": 1,
    "supertabular": 1,
    "array": 1,
}
"""Tables, and how many arguments stand before their first cell."""

LISTS = frozenset(
    ["itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum", "trivlist"]
)
LAYOUTS = {
    "minipage": 1,
    "multicols": 1,
    "multicols*": 1,
    "wrapfigure": 2,
    "wraptable": 2,
    "subfigure": 1,
    "subtable": 1,
    "adjustbox": 1,
    "spacing": 1,
    "list": 2,
    "otherlanguage": 1,
    "otherlanguage*": 1,
    "subcaptionblock": 1,
    "columns": 0,
    "column": 1,
    "alignat": 1,
}
"""Other environments whose arguments are no text."""

INLINE = frozenset(["math", "small", "footnotesize", "large", "Large", "bf", "it", "em"])
"""Environments that do not end a paragraph."""
