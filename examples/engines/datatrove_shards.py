"""The shards of a corpus as tasks of datatrove, which also submits them to Slurm.

In:  a folder of documents, as ``embed-kcpd corpus run`` takes it.
Out: the results of ``embed-kcpd corpus run``; run it again to go on after a failure.

    python examples/engines/datatrove_shards.py crawl segments
"""

import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.base import PipelineStep

from embed_kcpd.corpora import Plan, Store, begin, do_shard, is_done, list_shards


class CutShards(PipelineStep):
    """One shard in ``world_size``, where it is not done."""

    name = "embed-kcpd"

    def __init__(self, source, target):
        super().__init__()
        self.source, self.target = source, target

    def run(self, data=None, rank=0, world_size=1):
        plan, store = Plan(), Store(self.target)
        for shard in list_shards(self.source)[rank::world_size]:
            if not is_done(store, shard, plan):
                do_shard(shard, plan, store)
        yield from data or ()


def main(source, target):
    begin(Store(target), Plan())
    # Its logs go to ./logs, a new folder each time: which shards are done is said by their markers.
    LocalPipelineExecutor([CutShards(source, target)], tasks=4, workers=2).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
