"""Speaking with the model hub.

In:  the name of a model, a revision.
Out: what it consists of, and its files as streams.

``HF_ENDPOINT`` names another hub and ``HF_TOKEN`` a key for models that need one.  The hub sends
large files from other hosts; the key goes to the hub alone.
"""

import json
import os
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPResponse
from typing import Any
from urllib.parse import quote, urlsplit

from embed_kcpd.encoders.models.sources import HUB_TIMEOUT_SECONDS, hub_address
from embed_kcpd.errors import EncoderError

TOKEN_VARIABLE = "HF_TOKEN"
_LARGEST_LISTING = 32 << 20


@dataclass(frozen=True, slots=True)
class HubFile:
    """One file: its git digest, and the sha256 where it is too large for git."""

    path: str
    size: int
    git_sha1: str
    sha256: str | None


@dataclass(frozen=True, slots=True)
class HubModel:
    """A model at one commit."""

    repository: str
    commit: str
    licence: str
    files: tuple[HubFile, ...]


def ask_for(repository: str, revision: str) -> HubModel:
    """What the model consists of at ``revision``."""
    place = f"api/models/{quote(repository)}/revision/{quote(revision, safe='')}?blobs=true"
    with open_at(place, repository) as answer:
        text = answer.read(_LARGEST_LISTING)
    try:
        about = json.loads(text)
        files = tuple(_file(entry) for entry in about["siblings"])
        card = about.get("cardData") or {}
        licence = str(card.get("license", "not stated"))
        return HubModel(repository, _hexadecimal(about["sha"]), licence, files)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise EncoderError(
            f"the hub's answer about {repository} makes no sense: {error}"
        ) from error


def open_file(model: HubModel, file: HubFile, start: int = 0) -> HTTPResponse:
    """The bytes of a file from ``start`` on; the answer says whether it honours that (206)."""
    place = f"{quote(model.repository)}/resolve/{model.commit}/{quote(file.path)}"
    return open_at(place, model.repository, {"Range": f"bytes={start}-"} if start else {})


def open_at(place: str, repository: str, headers: dict[str, str] | None = None) -> HTTPResponse:
    """The hub's answer, or an error in the words of the user."""
    address = f"{hub_address()}/{place}"
    request = urllib.request.Request(address, headers=headers or {})
    token = os.environ.get(TOKEN_VARIABLE, "").strip()
    if not (token.isascii() and token.isprintable()):
        # An error of the library would quote it.
        raise EncoderError(f"{TOKEN_VARIABLE} holds characters that no key has")
    if token:
        # Not repeated where the hub points elsewhere.
        request.add_unredirected_header("Authorization", f"Bearer {token}")
    try:
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=HUB_TIMEOUT_SECONDS)
    except urllib.error.HTTPError as error:
        with error:
            raise _refusal(error, repository) from None
    return answer


def _refusal(error: urllib.error.HTTPError, repository: str) -> Exception:
    host = urlsplit(hub_address()).hostname
    if error.code in (401, 403):
        return EncoderError(
            f"{host} does not hand over {repository!r} (status {error.code}): there is no such "
            f"model, or it needs a key; set {TOKEN_VARIABLE} to one that may read it"
        )
    if error.code == 404:
        return EncoderError(f"{host} has no model {repository!r} or not this revision of it")
    return OSError(f"{host} answered with status {error.code}")


def _file(entry: dict[str, Any]) -> HubFile:
    path = str(entry["rfilename"])
    if path.startswith("/") or ".." in path.split("/") or "\\" in path or ":" in path:
        raise ValueError(f"a file is called {path!r}")
    large = entry.get("lfs") or {}
    sha256 = _hexadecimal(large["sha256"]) if large else None
    return HubFile(path, int(entry["size"]), _hexadecimal(entry["blobId"]), sha256)


def _hexadecimal(digest: Any) -> str:
    text = str(digest)
    if not text or any(letter not in "0123456789abcdef" for letter in text):
        raise ValueError(f"{text[:80]!r} is not a digest")
    return text
