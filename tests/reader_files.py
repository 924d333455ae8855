"""Files for the tests of readers: made-up archives, real files with something changed."""

import io
import os
import zipfile
from pathlib import Path

import pytest

from embed_kcpd.errors import EmbedKcpdError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source


def real_files(*folders, ending=""):
    """Paths of real files; the test is skipped where the data is not there."""
    data = os.environ.get("EMBED_KCPD_DATA")
    home = Path(data or "/nowhere") / "formats"
    paths = sorted(p for folder in folders for p in home.glob(f"{folder}/**/*{ending}"))
    if not paths:
        pytest.skip("set EMBED_KCPD_DATA to a folder that holds formats/")
    return [path for path in paths if path.is_file()]


def zipped(members):
    """The bytes of an archive with these members."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def unzipped(data):
    """The members of an archive by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def read_or_refuse(data, name="file", format_name=None):
    """The document, or ``None`` where it was refused in one line; anything else is a failure."""
    try:
        document = read_source(Source(name, data), format_name)
    except EmbedKcpdError as error:
        if "\n" in str(error):
            raise
        return None
    assert all(piece.text.strip() for piece in document.pieces if document.format != "text")
    return document


def changed(draw, data):
    """The bytes with some of them changed, removed, repeated or moved."""
    content = bytearray(data)
    for _ in range(draw.randrange(1, 8)):
        place = draw.randrange(len(content) + 1)
        length = draw.choice([1, 2, 9, 60, 400])
        kind = draw.randrange(4)
        if kind == 0:
            content[place : place + 1] = draw.randbytes(1)
        elif kind == 1:
            del content[place : place + length]
        elif kind == 2:
            content[place:place] = content[place : place + length]
        else:
            other = draw.randrange(len(content) + 1)
            content[place:place] = content[other : other + length]
    return bytes(content)


def changed_archive(draw, data):
    """An archive in which one member was changed, left out or emptied."""
    members = unzipped(data)
    name = draw.choice(sorted(members))
    kind = draw.randrange(4)
    if kind == 0:
        del members[name]
    elif kind == 1:
        members[name] = b""
    else:
        members[name] = changed(draw, members[name])
    return zipped(members)
