"""What all addresses of a server share."""

from dataclasses import dataclass

from embed_kcpd.server.answers import Answers
from embed_kcpd.server.encoders import SharedEncoders
from embed_kcpd.server.helper_process import HelperProcess
from embed_kcpd.server.metrics import Metrics
from embed_kcpd.server.settings import ServerSettings
from embed_kcpd.server.work import WorkQueue


@dataclass
class Service:
    """The parts of one running server; ``is_ready`` once the first encoder is loaded."""

    settings: ServerSettings
    encoders: SharedEncoders
    queue: WorkQueue
    metrics: Metrics
    answers: Answers
    helper: HelperProcess
    is_ready: bool = False


def new_service(settings: ServerSettings, encoders: SharedEncoders) -> Service:
    queue = WorkQueue(settings.workers, settings.queue)
    return Service(
        settings,
        encoders,
        queue,
        Metrics(queue),
        Answers(queue, settings.max_seconds),
        HelperProcess(),
    )
