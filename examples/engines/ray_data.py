"""A Ray dataset of documents to a dataset of segments, with a pool of actors.

In:  a folder of Parquet files with the columns id and text.
Out: a folder of Parquet files, one row for each document.

    python examples/engines/ray_data.py crawl segments
"""

import sys

import pyarrow
import ray

from embed_kcpd.corpora import segment_batch

WORKERS = 2


class Segments:
    """An actor; its process loads the encoder once."""

    def __call__(self, table):
        batches = table.combine_chunks().to_batches()
        return pyarrow.Table.from_batches([segment_batch(batch) for batch in batches])


def main(source, target):
    # Reading and writing are tasks of their own: with no CPU beside the actors they would wait.
    ray.init(address="local", num_cpus=WORKERS + 4, include_dashboard=False)
    documents = ray.data.read_parquet(source)
    segments = documents.map_batches(
        Segments,
        batch_size=64,
        batch_format="pyarrow",
        compute=ray.data.ActorPoolStrategy(size=WORKERS),
    )
    segments.write_parquet(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
