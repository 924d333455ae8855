"""A Spark data frame of documents to one of segments, by ``mapInArrow``.

In:  a folder of Parquet files with the columns id and text.
Out: a folder of Parquet files, one row for each document.

    PYSPARK_PYTHON=python python examples/engines/spark_frame.py crawl segments
"""

import sys

from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from embed_kcpd.corpora import Plan, segment_batch


def segments(batches):
    return map(segment_batch, batches)


def main(source, target):
    spark = SparkSession.builder.getOrCreate()
    schema = from_arrow_schema(Plan().schema())
    spark.read.parquet(source).mapInArrow(segments, schema).write.parquet(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
