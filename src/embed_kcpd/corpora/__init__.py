"""Many documents: one function over Arrow batches, and shards of files around it.

``segment_batch``, ``chunk_batch``, ``chapter_batch``: Arrow batches of documents to Arrow batches
of results.  ``Plan``: what is done with every document.  ``list_shards``: the files of a corpus.
``Store``: the folder of results.  ``begin``, ``is_done``: what a run may write and what it skips.
``do_shard``: one shard from input to marker.  ``run_corpus``: a whole run, on an ``Engine`` that
calls ``do_shard`` for each waiting shard; ``LocalEngine`` does so in processes of this machine.
"""

from embed_kcpd.corpora.batches import chapter_batch, chunk_batch, segment_batch
from embed_kcpd.corpora.documents import Documents
from embed_kcpd.corpora.local import LocalEngine
from embed_kcpd.corpora.manifest import FailedShard, RunReport
from embed_kcpd.corpora.markers import ShardReport, begin, is_done
from embed_kcpd.corpora.plan import OutputFormat, Plan, Task
from embed_kcpd.corpora.run import Engine, run_corpus
from embed_kcpd.corpora.shard_work import do_shard
from embed_kcpd.corpora.shards import Shard, list_shards
from embed_kcpd.corpora.store import Store

__all__ = [
    "Documents",
    "Engine",
    "FailedShard",
    "LocalEngine",
    "OutputFormat",
    "Plan",
    "RunReport",
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
    "run_corpus",
    "segment_batch",
]
