"""How many threads NumPy may have, said before it is loaded."""

import os
import subprocess
import sys

import pytest

from embed_kcpd.cli.app import COMMANDS
from embed_kcpd.cli.blas_threads import SMALL_PRODUCTS

NAMES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")

HELP = """
import os, sys
from embed_kcpd.cli.app import main
assert "numpy" not in sys.modules
sys.argv = ["embed-kcpd", sys.argv[1], "--help"]
try:
    main()
except SystemExit:
    print("threads:", os.environ.get("OPENBLAS_NUM_THREADS"))
"""


def threads_of(command, **asked):
    """What OpenBLAS is told where a command is run."""
    given = {name: value for name, value in os.environ.items() if name not in NAMES}
    run = subprocess.run(
        [sys.executable, "-c", HELP, command],
        env={**given, **asked},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    return run.stdout.splitlines()[-1].removeprefix("threads: ")


def test_a_text_is_cut_with_one_thread_for_products():
    assert threads_of("segment") == "1"


@pytest.mark.parametrize("name", NAMES)
def test_whoever_asks_for_threads_gets_them(name):
    expected = {"OPENBLAS_NUM_THREADS": "3", "OMP_NUM_THREADS": "None"}[name]
    assert threads_of("segment", **{name: "3"}) == expected


def test_large_products_have_all_threads():
    assert threads_of("simulate") == "None"


def test_only_commands_that_exist_have_small_products():
    assert set(COMMANDS) > SMALL_PRODUCTS
