"""What is done with every document of a corpus: task, settings, columns, output format.

In:  what a person asked for.
Out: a ``Plan``: it can be pickled and sent to workers, ``plan.apply(batch)`` does the work, and
     ``plan.as_values()`` says whether two runs would give the same.
"""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from embed_kcpd.annotations.provenance import versions
from embed_kcpd.chunks import ChunkSettings
from embed_kcpd.chunks.tokens import chosen_counter
from embed_kcpd.corpora.batches import (
    SETTINGS,
    chapter_batch,
    chunk_batch,
    for_workers,
    segment_batch,
)
from embed_kcpd.corpora.documents import Documents
from embed_kcpd.corpora.recipe import described
from embed_kcpd.corpora.schema import (
    arrow,
    chapter_schema,
    chunk_schema,
    segment_schema,
    with_kept,
)
from embed_kcpd.encoders import default_encoder
from embed_kcpd.errors import OptionsError
from embed_kcpd.given_kinds import check_kind, check_yes_or_no
from embed_kcpd.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow


class Task(str, Enum):
    """What is looked for in each document."""

    segment = "segment"
    chunk = "chunk"
    chapters = "chapters"

    @property
    def piece(self) -> str:
        """What a document is cut into."""
        return "chapter" if self is Task.chapters else self.value


class OutputFormat(str, Enum):
    """How results are stored."""

    parquet = "parquet"
    jsonl = "jsonl"


@dataclass(frozen=True, slots=True)
class Plan:
    """A task with its settings: ``ChunkSettings`` for chunks, ``Settings`` for the others.

    ``texts`` adds the texts of segments or chunks, ``embeddings`` the vectors of chunks.
    """

    task: Task = Task.segment
    settings: Settings | ChunkSettings = SETTINGS
    documents: Documents = field(default_factory=Documents)
    texts: bool = False
    embeddings: bool = False
    output: OutputFormat = OutputFormat.parquet

    def __post_init__(self) -> None:
        check_kind(self.task, Task, "task")
        check_kind(self.documents, Documents, "documents")
        check_kind(self.output, OutputFormat, "output")
        check_yes_or_no(self.texts, "texts")
        check_yes_or_no(self.embeddings, "embeddings")
        wanted = ChunkSettings if self.task is Task.chunk else Settings
        if not isinstance(self.settings, wanted):
            raise OptionsError(f"the task {self.task.value} needs settings of {wanted.__name__}")
        if self.embeddings and self.task is not Task.chunk:
            raise OptionsError("embeddings are vectors of chunks; the task must be chunk")
        if self.texts and self.task is Task.chapters:
            raise OptionsError("texts are those of segments and chunks; chapters have none")

    def check(self) -> None:
        """Raise what every document would meet: a counter of tokens that is not there, or a
        column to keep that results have themselves."""
        self.schema([arrow().field(name, arrow().null()) for name in self.documents.keep])
        if isinstance(self.settings, ChunkSettings) and self.settings.tokens is not None:
            chosen_counter(self.settings.tokens, default_encoder())

    def apply(self, batch: "pyarrow.RecordBatch") -> "pyarrow.RecordBatch":
        """The results of a batch of documents."""
        if isinstance(self.settings, ChunkSettings):
            return chunk_batch(
                batch,
                self.settings,
                self.documents,
                texts=self.texts,
                embeddings=self.embeddings,
            )
        if self.task is Task.chapters:
            return chapter_batch(batch, self.settings, self.documents)
        return segment_batch(batch, self.settings, self.documents, texts=self.texts)

    def schema(self, kept: "Sequence[pyarrow.Field]" = ()) -> "pyarrow.Schema":
        """The columns of the results, with those that are passed through."""
        if self.task is Task.chunk:
            return with_kept(chunk_schema(self.texts, self.embeddings), kept)
        own = chapter_schema() if self.task is Task.chapters else segment_schema(self.texts)
        return with_kept(own, kept)

    @property
    def pieces_column(self) -> str:
        """The column with an entry for each segment, chunk or chapter of a document."""
        names = {Task.segment: "offsets", Task.chunk: "chunks", Task.chapters: "chapters"}
        return names[self.task]

    def for_read_shards(self, text_format: str | None) -> "Plan":
        """The plan for batches as shards are read: ``id`` and ``text`` under these names."""
        own = replace(self.documents, id="id", text="text", format=text_format)
        return replace(self, documents=own)

    def as_values(self) -> dict[str, object]:
        """Everything that results depend on, in plain JSON values."""
        return {
            "task": self.task.value,
            "settings": described(for_workers(self.settings)),
            "documents": described(self.documents),
            "texts": self.texts,
            "embeddings": self.embeddings,
            "output": self.output.value,
            "versions": dict(versions()),
        }
