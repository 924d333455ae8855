"""Errors: what a process that did not raise them learns of them."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from embed_kcpd import Limits, Settings, segment_vectors
from embed_kcpd.errors import (
    EmbedKcpdError,
    EndpointError,
    InfeasibleError,
    MissingExtraError,
    OutputError,
    TooFewUnitsError,
    VectorsError,
)

ERRORS = [
    TooFewUnitsError(3, 5),
    InfeasibleError("unit 4 is too large", unit=4),
    MissingExtraError("pypdf", "pdf"),
    EndpointError("https://example.org", "no answer", attempts=3, status=503),
    OutputError("the disk is full"),
    VectorsError("no numbers"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_is_the_same_in_another_process(error: EmbedKcpdError) -> None:
    """Message and values arrive, whatever the error was made of."""
    for received in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(received) is type(error)
        assert str(received) == str(error)
        assert vars(received) == vars(error)


def test_a_worker_that_finds_too_few_units_says_so() -> None:
    """The pool used to break, since the error could not be read where it arrived."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as workers:
        answer = workers.submit(segment_vectors, np.eye(3), Settings(limits=Limits(min_size=5)))
        with pytest.raises(TooFewUnitsError, match="lower min_size to 3"):
            answer.result()
