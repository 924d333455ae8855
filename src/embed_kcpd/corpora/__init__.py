"""Many documents: one function over Arrow batches, and shards of files around it.

``segment_batch``, ``chunk_batch``, ``chapter_batch``: Arrow batches of documents to Arrow batches
of results.  ``Plan``: what is done with every document.  ``list_shards``: the files of a corpus.
``Store``: the folder of results.  ``begin``, ``is_done``: what a run may write and what it skips.
``do_shard``: one shard from input to marker.
"""

from embed_kcpd.corpora.batches import chapter_batch, chunk_batch, segment_batch
from embed_kcpd.corpora.documents import Documents
from embed_kcpd.corpora.markers import ShardReport, begin, is_done
from embed_kcpd.corpora.plan import OutputFormat, Plan, Task
from embed_kcpd.corpora.shard_work import do_shard
from embed_kcpd.corpora.shards import Shard, list_shards
from embed_kcpd.corpora.store import Store

__all__ = [
    "Documents",
    "OutputFormat",
    "Plan",
    "Shard",
    "ShardReport",
    "Store",
    "Task",
    "begin",
    "chapter_batch",
    "chunk_batch",
    "do_shard",
    "is_done",
    "list_shards",
    "segment_batch",
]
