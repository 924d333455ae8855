"""Every error and warning raised on purpose: what was given, what is wrong, what to do."""

import sys
import warnings
from pathlib import Path


class EmbedKcpdError(Exception):
    """Root of all errors raised on purpose; the command line turns it into one line and exit 2."""

    def __str__(self) -> str:
        # What somebody gave may have lines: an array, a name of a file.
        return super().__str__().replace("\r", "\\r").replace("\n", "\\n")

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args, vars(self))


def _restored(
    kind: type[EmbedKcpdError], args: tuple[object, ...], values: dict[str, object]
) -> EmbedKcpdError:
    """An error from its message: some are made of other values than their message.

    Without it such an error cannot be read by the process that waits for it, and a
    ``multiprocessing.Pool`` waits for ever.
    """
    error = kind.__new__(kind, *args)
    super(EmbedKcpdError, error).__init__(*args)
    vars(error).update(values)
    return error


class VectorsError(EmbedKcpdError, ValueError):
    """The vectors cannot be segmented: wrong shape, not finite, or zero."""


class LimitsError(EmbedKcpdError, ValueError):
    """The size limits contradict each other or do not fit the units."""


class InfeasibleError(LimitsError):
    """No segmentation satisfies the limits; the message names the units that cannot be covered.

    ``unit`` is the unit that is too large for a segment by itself, where one is.
    """

    def __init__(self, message: str, unit: int | None = None) -> None:
        super().__init__(message)
        self.unit = unit


class TooFewUnitsError(LimitsError):
    """The text is shorter than the shortest segment allowed."""

    def __init__(self, n_units: int, min_size: int) -> None:
        super().__init__(
            f"{n_units} units cannot form a segment of min_size={min_size}; "
            f"lower min_size to {n_units} or less, or pass a longer text"
        )
        self.n_units = n_units
        self.min_size = min_size


class OptionsError(EmbedKcpdError, ValueError):
    """An option has no meaning, or two options contradict each other."""


class InputError(EmbedKcpdError, ValueError):
    """A text or file cannot be read as what it should be."""


class NotTextError(InputError):
    """A file holds no text that could be read: a picture, a recording, data of a program."""


class OutputError(EmbedKcpdError, OSError):
    """A result cannot be written where it should go."""


class EncoderError(EmbedKcpdError, RuntimeError):
    """An encoder could not be loaded or did not answer."""


class MissingExtraError(EmbedKcpdError, ImportError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"{package} is not installed; install it with: pip install 'embed-kcpd[{extra}]' "
            f"(in a clone: pip install '.[{extra}]')"
        )
        self.package = package
        self.extra = extra


class EndpointError(EmbedKcpdError, RuntimeError):
    """An HTTP endpoint did not give a usable answer, also not when asked again."""

    def __init__(self, address: str, reason: str, attempts: int, status: int | None = None) -> None:
        tried = f" after {attempts} attempts" if attempts > 1 else ""
        outcome = f"gave no usable answer{tried}" if attempts else "was not asked"
        super().__init__(f"{address} {outcome}: {reason}")
        self.address = address
        self.attempts = attempts
        self.status = status


class CorpusError(EmbedKcpdError, RuntimeError):
    """A run over a corpus cannot go on; what is done stays done."""


class SimulationError(EmbedKcpdError, RuntimeError):
    """A language model gave no usable text."""


class CacheWarning(RuntimeWarning):
    """The vector cache is damaged or out of reach; the answer is computed without it."""


def warn(message: str, category: type[Warning]) -> None:
    """Warn at the line outside this package that led here, which is the one a user knows."""
    package = str(Path(__file__).parent)
    frame, depth = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, depth = frame.f_back, depth + 1
    warnings.warn(message, category, stacklevel=depth)


class LanguageWarning(UserWarning):
    """The built-in encoder that reads the text does not know its language."""
