"""A few inputs for every entry point of the fuzzer; ``make fuzz`` tries as many as one likes."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent


def test_every_entry_point_answers_or_refuses(tmp_path):
    """In a process of its own, since the fuzzer replaces the encoders."""
    environment = {
        **os.environ,
        "EMBED_KCPD_CACHE": str(tmp_path / "cache"),
        "OPENAI_API_KEY": "sk-very-secret-0123456789",
        "PYTHONPATH": str(TESTS),
    }
    command = [sys.executable, str(TESTS / "fuzz.py"), "--inputs", "2500", "--seconds", "60"]
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    assert "| all |" in run.stdout
