"""One attempt at a shard: done, failed, or stopped by an error that concerns every shard.

In:  a shard, a plan, a store.
Out: ``attempt(shard, plan, store)``: a ``ShardReport``, a ``FailedShard`` or a ``Stop``.
"""

from dataclasses import dataclass

from embed_kcpd.corpora.manifest import FailedShard
from embed_kcpd.corpora.markers import ShardReport
from embed_kcpd.corpora.plan import Plan
from embed_kcpd.corpora.shard_work import Watch, do_shard
from embed_kcpd.corpora.shards import Shard
from embed_kcpd.corpora.store import Store
from embed_kcpd.corpora.together import CONCERNS_ALL
from embed_kcpd.errors import EmbedKcpdError, OutputError


@dataclass(frozen=True, slots=True)
class Stop:
    """An error that concerns every shard: the run ends."""

    reason: str


def attempt(
    shard: Shard, plan: Plan, store: Store, watch: Watch | None = None
) -> ShardReport | FailedShard | Stop:
    """Do a shard; errors become values, but for those of a pipe that ``watch`` writes to."""
    try:
        return do_shard(shard, plan, store, watch)
    except (BrokenPipeError, ConnectionResetError):
        raise
    except (*CONCERNS_ALL, OutputError) as error:
        return Stop(str(error))
    except EmbedKcpdError as error:
        return FailedShard(shard.name, str(error))
    except Exception as error:
        return FailedShard(shard.name, f"unforeseen: {type(error).__name__}: {error}")
