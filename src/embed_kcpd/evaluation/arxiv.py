"""The paper's arXiv set: abstracts strung together, a boundary where the next one begins.

In:  abstracts from a JSONL file, or from arXiv's public interface where there is a network.
Out: documents, the same for the same abstracts and seed.

The recipe: the first 1000 papers from a date on; 20 numbers from 5 to 20; for each of them
a document of that many different abstracts in random order.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from itertools import accumulate
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from xml.etree import ElementTree

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.jsonl import records

API = "https://export.arxiv.org/api/query"
PAPERS, DOCUMENTS, FEWEST, MOST = 1000, 20, 5, 20
FIRST_DAY = "2025-09-01"
PAUSE_SECONDS = 3.0
"""arXiv asks for one request in three seconds."""

_PAGE = 200
_ATTEMPTS = 4
_ATOM = {"atom": "http://www.w3.org/2005/Atom"}


@dataclass(frozen=True, slots=True)
class Abstract:
    """A paper's abstract in sentences."""

    id: str
    sentences: tuple[str, ...]


SentenceSplitter = Callable[[str], Sequence[str]]


def build_documents(
    abstracts: Sequence[Abstract],
    seed: int = 0,
    n_documents: int = DOCUMENTS,
    fewest: int = FEWEST,
    most: int = MOST,
) -> tuple[Document, ...]:
    """Documents by the paper's recipe; first all their sizes are drawn, then their abstracts."""
    if not 1 <= fewest <= most <= len(abstracts):
        raise InputError(
            f"{fewest} to {most} abstracts per document cannot be drawn from {len(abstracts)}"
        )
    draw = random.Random(seed)
    sizes = [draw.randint(fewest, most) for _ in range(n_documents)]
    documents = []
    for number, size in enumerate(sizes):
        chosen = draw.sample(abstracts, size)
        draw.shuffle(chosen)
        starts = accumulate(len(abstract.sentences) for abstract in chosen[:-1])
        units = tuple(sentence for abstract in chosen for sentence in abstract.sentences)
        documents.append(Document(f"arxiv/{number:02d}", units, tuple(starts)))
    return tuple(documents)


def read_abstracts(path: Path, split: SentenceSplitter) -> tuple[Abstract, ...]:
    """Abstracts of a JSONL file: ``id``, and ``sentences`` or an ``abstract`` to be split."""
    return tuple(
        _abstract(record.get("id"), record.get("sentences"), record.get("abstract"), split, place)
        for place, record in ((f"{path}:{line}", record) for line, record in records(path))
    )


def fetch_abstracts(
    split: SentenceSplitter,
    first_day: str = FIRST_DAY,
    n_papers: int = PAPERS,
    url: str = API,
    pause: float = PAUSE_SECONDS,
) -> tuple[Abstract, ...]:
    """The first papers submitted from ``first_day`` on, in the order of submission."""
    abstracts: dict[str, Abstract] = {}
    while len(abstracts) < n_papers:
        page = list(
            _page(url, first_day, len(abstracts), min(_PAGE, n_papers - len(abstracts)), pause)
        )
        new = {name: text for name, text in page if name not in abstracts}
        if not new:
            raise InputError(
                f"arXiv has only {len(abstracts)} papers from {first_day} on, "
                f"{n_papers} were asked for"
            )
        for name, text in new.items():
            abstracts[name] = _abstract(name, None, text, split, url)
        time.sleep(pause)
    return tuple(abstracts.values())


def _page(
    url: str, first_day: str, start: int, count: int, pause: float
) -> Iterator[tuple[str, str]]:
    """Id and abstract of the papers ``start`` to ``start + count - 1``."""
    since = first_day.replace("-", "") + "0000"
    query = {
        "search_query": f"submittedDate:[{since} TO 999912312359]",
        "sortBy": "submittedDate",
        "sortOrder": "ascending",
        "start": start,
        "max_results": count,
    }
    try:
        feed = ElementTree.fromstring(_answer(f"{url}?{urlencode(query)}", pause))
    except ElementTree.ParseError as error:
        raise InputError(f"arXiv's answer is not XML: {error}; try later") from None
    for entry in feed.iterfind("atom:entry", _ATOM):
        name = entry.findtext("atom:id", "", _ATOM)
        summary = entry.findtext("atom:summary", "", _ATOM)
        if "/api/errors" in name:
            raise InputError(f"arXiv refused the query: {' '.join(summary.split())}")
        yield name.rpartition("/abs/")[2], summary


def _answer(url: str, pause: float) -> bytes:
    """The body of an answer; a busy or broken server is asked again, each time later."""
    request = Request(url, headers={"User-Agent": "embed-kcpd"})
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            with urlopen(request, timeout=60) as response:
                body: bytes = response.read()
                return body
        except (OSError, HTTPException) as error:
            final = isinstance(error, HTTPError) and error.code in (400, 403, 404)
            if final or attempt == _ATTEMPTS:
                raise InputError(
                    f"arXiv did not answer ({error}); "
                    "try later, or take abstracts from a JSONL file"
                ) from None
            time.sleep(pause * attempt)
    raise AssertionError("the last attempt returns or raises")


def _abstract(
    name: object, sentences: object, text: object, split: SentenceSplitter, place: str
) -> Abstract:
    if isinstance(sentences, list) and sentences:
        return Abstract(str(name), tuple(map(str, sentences)))
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"{place} needs 'sentences' or an 'abstract' that is not empty")
    units = [" ".join(unit.split()) for unit in split(" ".join(text.split()))]
    return Abstract(str(name), tuple(unit for unit in units if unit))
