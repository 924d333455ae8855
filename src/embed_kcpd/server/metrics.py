"""Numbers about the server in the format of Prometheus.

In:  requests as they end, and the queue.
Out: the text that ``/metrics`` answers with.
"""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from embed_kcpd.server.work import WorkQueue

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)


class Metrics:
    """Counters of one server; nothing is shared with other servers of the process."""

    def __init__(self, queue: WorkQueue) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        labels = ("method", "path", "status")
        self._requests = Counter(
            "embed_kcpd_requests", "Requests answered.", labels, registry=self._registry
        )
        self._seconds = Histogram(
            "embed_kcpd_request_seconds",
            "Time from the head of a request to the end of its answer.",
            ("path",),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._units = Counter("embed_kcpd_units", "Units segmented.", registry=self._registry)
        waiting = Gauge("embed_kcpd_jobs_waiting", "Jobs that wait.", registry=self._registry)
        waiting.set_function(lambda: queue.n_waiting)
        running = Gauge("embed_kcpd_jobs_running", "Jobs that run.", registry=self._registry)
        running.set_function(lambda: queue.n_running)

    def count_request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count one request under the address of its route, never under what a client wrote."""
        self._requests.labels(method, path, str(status)).inc()
        self._seconds.labels(path).observe(seconds)

    def count_units(self, n_units: int) -> None:
        self._units.inc(n_units)

    def as_text(self) -> bytes:
        return generate_latest(self._registry)
