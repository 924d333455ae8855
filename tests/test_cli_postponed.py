"""Standard modules that are loaded when something is taken from them."""

import subprocess
import sys

import pytest

from embed_kcpd.cli.app import COMMANDS
from embed_kcpd.cli.postponed import SHORT_COMMANDS


def check(script):
    """Run a script in a fresh interpreter in which modules were postponed."""
    begin = "import sys\nfrom embed_kcpd.cli.postponed import postpone\npostpone('segment')\n"
    subprocess.run([sys.executable, "-c", begin + script], check=True, timeout=60)


@pytest.mark.parametrize(
    "use",
    [
        "import asyncio; asyncio.run(asyncio.sleep(0))",
        "import asyncio.events; asyncio.events.AbstractEventLoop",
        "from asyncio import queues, run; queues.Queue; run",
        "import subprocess; subprocess.run([sys.executable, '-c', 'pass'], check=True)",
        "from pickle import dumps, loads; assert loads(dumps([1])) == [1]",
        "import ctypes, ctypes.util; ctypes.pythonapi",
        "import numpy; numpy.zeros(3).ctypes.data",
        "import copy, pickle, numpy; assert pickle.loads(pickle.dumps(numpy.ones(2))).sum() == 2",
    ],
)
def test_a_stand_in_is_as_good_as_the_module(use):
    check(use)


def test_the_encoder_does_not_load_what_it_has_no_use_for():
    """The runtime of the encoder finds asyncio as soon as it wants it."""
    check(
        "import ctranslate2\n"
        "assert 'asyncio.events' not in sys.modules and 'ssl' not in sys.modules\n"
        "queue = ctranslate2.extensions.asyncio.Queue\n"
        "import asyncio\n"
        "assert queue is asyncio.Queue and sys.modules['asyncio'] is asyncio\n"
    )


def test_threads_may_need_a_module_at_once():
    check(
        "from concurrent.futures import ThreadPoolExecutor\n"
        "import asyncio, threading\n"
        "together = threading.Barrier(8)\n"
        "def take(_):\n"
        "    together.wait()\n"
        "    return asyncio.Queue\n"
        "with ThreadPoolExecutor(8) as pool:\n"
        "    assert len(set(pool.map(take, range(8)))) == 1\n"
    )


def test_what_is_missing_is_missing():
    check(
        "import asyncio\n"
        "assert not hasattr(asyncio, 'no_such_name')\n"
        "try:\n"
        "    import asyncio.no_such_module\n"
        "except ModuleNotFoundError:\n"
        "    sys.exit(0)\n"
        "sys.exit(1)\n"
    )


def test_a_module_that_is_there_stays():
    subprocess.run(
        [
            sys.executable,
            "-c",
            "import subprocess, sys\n"
            "from embed_kcpd.cli.postponed import postpone\n"
            "postpone('segment')\n"
            "assert sys.modules['subprocess'] is subprocess\n",
        ],
        check=True,
        timeout=60,
    )


def test_a_server_waits_for_nothing():
    subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys\n"
            "from embed_kcpd.cli.postponed import POSTPONED, postpone\n"
            "postpone('serve')\n"
            "assert not set(POSTPONED) & set(sys.modules)\n",
        ],
        check=True,
        timeout=60,
    )


def test_only_commands_that_exist_are_short():
    assert set(COMMANDS) > SHORT_COMMANDS
