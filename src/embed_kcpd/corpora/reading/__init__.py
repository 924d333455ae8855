"""Shards to batches of documents: JSON lines, Parquet, and files of one document each."""

from embed_kcpd.corpora.reading.shard import ReadBatch, ShardContent, opened_shard

__all__ = ["ReadBatch", "ShardContent", "opened_shard"]
