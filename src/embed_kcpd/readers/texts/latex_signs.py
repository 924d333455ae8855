r"""What commands of LaTeX print: letters, accents and signs.

In:  nothing.
Out: the characters by the name of the command.
"""

import unicodedata

ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "u": "\u0306",
    "v": "\u030c",
    "H": "\u030b",
    "c": "\u0327",
    "d": "\u0323",
    "b": "\u0331",
    "k": "\u0328",
    "r": "\u030a",
    "t": "\u0361",
}
"""Commands that put an accent on the next letter."""

LIGATURES = {
    "``": "\u201c",
    "''": "\u201d",
    "`": "\u2018",
    "--": "\u2013",
    "---": "\u2014",
    "~": " ",
}
"""Characters that print as another one."""

_GREEK = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "omicron",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
]
_FUNCTIONS = [
    "arccos",
    "arcsin",
    "arctan",
    "arg",
    "argmax",
    "argmin",
    "cos",
    "cosh",
    "cot",
    "coth",
    "csc",
    "deg",
    "det",
    "dim",
    "exp",
    "gcd",
    "hom",
    "inf",
    "ker",
    "lg",
    "lim",
    "liminf",
    "limsup",
    "ln",
    "log",
    "max",
    "min",
    "mod",
    "Pr",
    "sec",
    "sin",
    "sinh",
    "sup",
    "tan",
    "tanh",
]
_LETTERS = (
    "ss=ß o=ø O=Ø l=ł L=Ł ae=æ AE=Æ oe=œ OE=Œ aa=å AA=Å i=ı j=ȷ dh=ð DH=Ð th=þ TH=Þ dj=đ DJ=Đ "
    "ng=ŋ NG=Ŋ SS=ẞ"
)
_TEXT = (
    "S=§ P=¶ copyright=© textcopyright=© textregistered=® texttrademark=™ pounds=£ textsterling=£ "
    "euro=€ texteuro=€ EUR=€ ldots=… dots=… textellipsis=… dag=† ddag=‡ textdegree=° degree=° "
    "textendash=– textemdash=— textquotedblleft=“ textquotedblright=” textquoteleft=‘ "
    "textquoteright=’ textquotesingle=' guillemotleft=« guillemotright=» og=« fg=» glqq=„ grqq=“ "
    "glq=‚ grq=‘ flqq=« frqq=» quotedblbase=„ textbullet=• textperiodcentered=· "
    "textunderscore=_ textasciitilde=~ textasciicircum=^ textbackslash=\\ textless=< textgreater=> "
    "textbar=| lbrace={ rbrace=} TeX=TeX LaTeX=LaTeX LaTeXe=LaTeX slash=/ textmu=µ"
)
_MATHS = (
    "varepsilon=ε vartheta=ϑ varphi=φ varrho=ρ varsigma=ς varpi=ϖ ell=ℓ hbar=ħ Re=ℜ Im=ℑ aleph=ℵ "
    "partial=∂ nabla=∇ infty=∞ emptyset=∅ varnothing=∅ forall=∀ exists=∃ nexists=∄ neg=¬ lnot=¬ "
    "land=∧ wedge=∧ lor=∨ vee=∨ in=∈ notin=∉ ni=∋ subset=⊂ subseteq=⊆ supset=⊃ supseteq=⊇ cup=∪ "
    "cap=∩ setminus=∖ times=× cdot=· div=÷ pm=± mp=∓ ast=* star=⋆ circ=∘ bullet=• oplus=⊕ "
    "otimes=⊗ le=≤ leq=≤ leqslant=≤ ge=≥ geq=≥ geqslant=≥ ne=≠ neq=≠ equiv=≡ sim=∼ simeq=≃ "
    "approx=≈ cong=≅ propto=∝ ll=≪ gg=≫ asymp=≍ perp=⊥ parallel=∥ mid=| vert=| lvert=| rvert=| "
    "Vert=‖ lVert=‖ rVert=‖ to=→ rightarrow=→ longrightarrow=→ leftarrow=← gets=← uparrow=↑ "
    "downarrow=↓ leftrightarrow=↔ Rightarrow=⇒ Longrightarrow=⇒ implies=⇒ Leftarrow=⇐ "
    "Leftrightarrow=⇔ iff=⇔ mapsto=↦ sum=∑ prod=∏ int=∫ oint=∮ sqrt=√ cdots=… dotsc=… dotsb=… "
    "vdots=⋮ ddots=⋱ langle=⟨ rangle=⟩ lfloor=⌊ rfloor=⌋ lceil=⌈ rceil=⌉ prime=′ angle=∠ top=⊤ "
    "bot=⊥ vdash=⊢ models=⊨ triangle=△ square=□ checkmark=✓ colon=: lbrack=[ rbrack=]"
)
_SPACES = ("quad", "qquad", "enspace", "thinspace", "space", "nobreakspace", "newline", "linebreak")


def _named(listed: str) -> dict[str, str]:
    """Names and characters of a list such as ``ss=ß o=ø``."""
    return dict(pair.split("=", 1) for pair in listed.split())


def _greek() -> dict[str, str]:
    small = {name: unicodedata.lookup(f"GREEK SMALL LETTER {_written(name)}") for name in _GREEK}
    return small | {name.capitalize(): letter.upper() for name, letter in small.items()}


def _written(name: str) -> str:
    return {"lambda": "LAMDA"}.get(name, name.upper())


SIGNS = {
    **_greek(),
    **{name: name for name in _FUNCTIONS},
    **_named(_LETTERS),
    **_named(_TEXT),
    **_named(_MATHS),
    **dict.fromkeys(_SPACES, " "),
    **{sign: sign for sign in "%&$#_{}"},
    **dict.fromkeys((" ", "\n", "\r", "\t", ",", ";", ":", ">"), " "),
    "|": "‖",
}
"""What a command without arguments prints; one that is not among them prints nothing."""
