"""Words of Chinese, found without a dictionary.

In:  runs of Chinese characters.
Out: pieces of them that could be words: they come back, and in different company.

A piece that always has the same character before or behind it is a part of a longer word, unless
that character is a particle.  Particles begin and end no word; the characters that lists of stop
words have beside them begin many (``日本``, ``中国``, ``经济``, ``大学``).
"""

from collections.abc import Iterable, Iterator

SHORTEST_PIECE, LONGEST_PIECE = 2, 6

PARTICLES = frozenset(
    "的了着著过過们們吗嗎呢吧啊呀啦么麼之与與及或但而且也又还還就都很更最虽雖若因所其此这這那哪"
    "谁誰什您你我他她它咱把被让讓给給跟和在从從向是有不没沒将將以于於为為对對由到则則并並却卻只"
)


def pieces(run: str) -> Iterator[str]:
    """Every piece that neither begins nor ends with a particle.

    >>> list(pieces("土壤的味"))
    ['土壤', '壤的味', '土壤的味']
    """
    for length in range(SHORTEST_PIECE, LONGEST_PIECE + 1):
        for start in range(len(run) - length + 1):
            if run[start] not in PARTICLES and run[start + length - 1] not in PARTICLES:
                yield run[start : start + length]


def fragments(runs: Iterable[str], wanted: Iterable[str]) -> set[str]:
    """Those of ``wanted`` that are parts of one longer word wherever they stand.

    >>> sorted(fragments(["在巴黎吃饭", "去巴黎看", "到巴黎吃"], ["巴黎", "黎吃"]))
    ['黎吃']
    """
    company: dict[str, tuple[str, str] | None] = dict.fromkeys(wanted)
    for run in runs:
        edged = f"\0{run}\0"
        for length in range(SHORTEST_PIECE, LONGEST_PIECE + 1):
            for start in range(1, len(run) - length + 2):
                piece = edged[start : start + length]
                if piece in company:
                    beside = edged[start - 1], edged[start + length]
                    company[piece] = _shared(company[piece], beside)
    return {piece for piece, beside in company.items() if beside and any(map(_binds, beside))}


def _shared(known: tuple[str, str] | None, beside: tuple[str, str]) -> tuple[str, str]:
    """The neighbours that were the same so far; a null character where they differ."""
    if known is None:
        return beside
    left, right = (one if one == other else "\0" for one, other in zip(known, beside, strict=True))
    return left, right


def _binds(neighbour: str) -> bool:
    return neighbour != "\0" and neighbour not in PARTICLES
