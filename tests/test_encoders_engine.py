"""The engine is loaded without asyncio, and finds it when it needs it."""

import subprocess
import sys

import pytest

from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.official import MINILM
from embed_kcpd.encoders.models.store import converted_home, is_whole


def check(script):
    """Run a script in a fresh interpreter."""
    begin = "import sys\nfrom embed_kcpd.encoders.models.engine import load_engine\n"
    subprocess.run([sys.executable, "-c", begin + script], check=True, timeout=60)


def test_what_is_not_used_is_not_loaded():
    check(
        "assert load_engine().Encoder\n"
        "assert 'asyncio' not in sys.modules and 'ssl' not in sys.modules\n"
    )


def test_the_engine_finds_the_same_asyncio_as_everybody():
    check(
        "engine = load_engine()\n"
        "queue = engine.extensions.asyncio.Queue\n"
        "import asyncio\n"
        "assert queue is asyncio.Queue\n"
        "assert not hasattr(engine.extensions.asyncio, 'no_such_name')\n"
        "asyncio.run(asyncio.sleep(0))\n"
        "import asyncio.events\n"
        "assert asyncio.events.AbstractEventLoop\n"
    )


def test_an_asyncio_that_is_there_stays():
    check(
        "import asyncio\n"
        "engine = load_engine()\n"
        "assert engine.extensions.asyncio is asyncio and sys.modules['asyncio'] is asyncio\n"
    )


def test_other_threads_never_see_a_stand_in():
    check(
        "import threading\n"
        "done = threading.Event()\n"
        "threading.Thread(target=done.wait).start()\n"
        "engine = load_engine()\n"
        "done.set()\n"
        "assert sys.modules['asyncio'] is engine.extensions.asyncio\n"
    )


def test_what_takes_something_at_once_gets_it():
    """As another version of the engine might."""
    check(
        "from embed_kcpd.encoders.models.engine import StandIn\n"
        "sys.modules['asyncio'] = StandIn('asyncio')\n"
        "from asyncio import Queue, run\n"
        "import asyncio\n"
        "assert asyncio.Queue is Queue and type(asyncio) is not StandIn\n"
    )


@pytest.mark.skipif(
    not is_whole(converted_home(MINILM, Precision.INT8)),
    reason="all-MiniLM-L6-v2 is not in the cache; run: embed-kcpd download",
)
def test_cutting_a_text_does_without():
    check(
        "from embed_kcpd import segment\n"
        "segment('One. Two. Three.')\n"
        "assert 'ssl' not in sys.modules\n"
    )
