"""Engines that hand shards to workers: Daft, Spark and Ray, over the same work and markers.

``daft_engine``, ``spark_engine`` and ``ray_engine`` take the place of ``LocalEngine`` in
``run_corpus``.  Each needs the extra of its name.
"""

from embed_kcpd.corpora.engines import daft, ray, spark
from embed_kcpd.corpora.engines.engine import ClusterEngine

__all__ = ["ClusterEngine", "daft_engine", "ray_engine", "spark_engine"]


def daft_engine(workers: int | None = None) -> ClusterEngine:
    """Daft on this machine, or on Ray with ``DAFT_RUNNER=ray`` in the environment."""
    return ClusterEngine("Daft", daft.outcomes, workers)


def spark_engine(workers: int | None = None) -> ClusterEngine:
    """The Spark cluster that the environment names, else Spark on this machine."""
    return ClusterEngine("Spark", spark.outcomes, workers)


def ray_engine(workers: int | None = None) -> ClusterEngine:
    """The Ray cluster of ``RAY_ADDRESS``, else Ray on this machine."""
    return ClusterEngine("Ray", ray.outcomes, workers)
