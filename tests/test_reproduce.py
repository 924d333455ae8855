"""``make reproduce`` with stand-in steps: killed, resumed, failing, with changed input."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import reproduce
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.rows import Row, rows_as_json
from publish_rows import publish
from reproduce_steps import ROOT, steps
from resumable import Step

MARKS = "<!-- begin run --><!-- end run -->\n<!-- begin steps --><!-- end steps -->\n"


def write(name, text):
    """A command that appends to a file: what it holds says how often it ran."""
    program = f"open({name!r}, 'a').write({text!r})"
    return ("python", "-c", program)


@pytest.fixture
def place(tmp_path):
    """A root with a page, and steps that write beside it."""
    (tmp_path / "page.md").write_text(MARKS)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "set.jsonl").write_text("one")
    return tmp_path


def stand_ins(place):
    data = (place / "data",)
    return [
        Step("first", write("first.txt", "x"), data=data, outputs=("first.txt",)),
        Step("second", write("second.txt", "x"), outputs=("second.txt",)),
    ]


def run(place, chosen, **options):
    page = place / "page.md"
    return reproduce.reproduce(place / "folder", chosen, root=place, page=page, **options)


def runs(place, name):
    return len((place / f"{name}.txt").read_text())


def test_what_is_done_with_the_same_inputs_is_skipped_with_a_message(place, capsys):
    assert run(place, stand_ins(place)) == []
    assert run(place, stand_ins(place)) == []
    assert (runs(place, "first"), runs(place, "second")) == (1, 1)
    assert "skip   first: done with the same inputs" in capsys.readouterr().out


def test_a_step_whose_input_or_command_has_changed_is_done_again(place):
    run(place, stand_ins(place))
    (place / "data" / "set.jsonl").write_text("two")
    run(place, stand_ins(place))
    assert (runs(place, "first"), runs(place, "second")) == (2, 1)
    other = Step("second", write("second.txt", "xx"), outputs=("second.txt",))
    run(place, [stand_ins(place)[0], other])
    assert (runs(place, "first"), runs(place, "second")) == (2, 3)


def test_a_step_whose_code_has_changed_is_done_again_but_not_for_a_comment(place):
    code = place / "code.py"
    step = Step("first", write("first.txt", "x"), code=(code,))
    for text, expected in (("a = 1\n", 1), ("a = 1  # one\n", 1), ("a = 2\n", 2)):
        code.write_text(text)
        reproduce_afresh(place, [step])
        assert runs(place, "first") == expected


def reproduce_afresh(place, chosen):
    """A new process reads the code again."""
    from embed_kcpd.evaluation import fingerprint

    fingerprint._code.cache_clear()
    run(place, chosen)


def test_a_step_whose_output_is_gone_is_done_again(place):
    run(place, stand_ins(place))
    (place / "second.txt").unlink()
    run(place, stand_ins(place))
    assert (runs(place, "first"), runs(place, "second")) == (1, 1)


def test_a_failing_step_is_said_in_one_line_and_the_others_go_on(place, capsys):
    broken = Step("broken", ("python", "-c", "import sys; sys.exit('no weights here')"))
    missing = Step("missing", ("no-such-program",))
    chosen = [broken, missing, stand_ins(place)[1]]
    assert run(place, chosen) == ["broken", "missing"]
    shown = capsys.readouterr().out
    assert "failed broken (exit 1): no weights here [" in shown
    assert "failed missing (exit 127): cannot start no-such-program" in shown
    assert runs(place, "second") == 1
    assert "| broken | `python" in (place / "page.md").read_text()
    assert "1 of 3 steps" in (place / "page.md").read_text()
    assert run(place, chosen) == ["broken", "missing"]
    assert runs(place, "second") == 1


def test_missing_data_is_said_before_anything_is_begun(place):
    absent = Step("later", write("later.txt", "x"), data=(place / "nowhere",))
    with pytest.raises(InputError, match=r"there is no .*nowhere; set EMBED_KCPD_DATA"):
        run(place, [*stand_ins(place), absent])
    assert not (place / "first.txt").exists()


def test_only_the_named_steps_are_done(place):
    run(place, stand_ins(place), only="second")
    assert not (place / "first.txt").exists()
    assert runs(place, "second") == 1
    with pytest.raises(InputError, match="no step is called 'third'"):
        run(place, stand_ins(place), only="third")


def test_a_broken_state_is_one_clear_line(place):
    (place / "folder").mkdir()
    for text in ("{", "[]", '{"steps": {"first": 3}}'):
        (place / "folder" / "state.json").write_text(text)
        with pytest.raises(InputError, match="is not the state of a run"):
            run(place, stand_ins(place))


COUNTING = """
import time
from pathlib import Path
rows = Path("rows.txt")
done = len(rows.read_text()) if rows.exists() else 0
for row in range(done, 8):
    time.sleep(0.15)
    while Path("hold").exists() and row > 0:
        time.sleep(0.02)
    with open("measured.txt", "a") as log:
        log.write(f"{row} ")
    Path("rows.new").write_text("x" * (row + 1))
    Path("rows.new").replace(rows)
"""
"""A step that measures eight rows and keeps each; after the first it can be held."""

DRIVER = """
    import sys
    from pathlib import Path
    sys.path[:0] = [{benchmarks!r}]
    import resumable
    import reproduce
    resumable.HEARTBEAT_SECONDS = 0.2
    place = Path({place!r})
    chosen = [
        resumable.Step("quick", ("python", "-c", "open('quick.txt', 'a').write('x')")),
        resumable.Step("rows", ("python", "counting.py"), outputs=("rows.txt",)),
    ]
    reproduce.reproduce(place / "folder", chosen, root=place, page=place / "page.md")
"""


def driver(place):
    """The driver in a process group of its own."""
    (place / "counting.py").write_text(COUNTING)
    text = textwrap.dedent(DRIVER).format(benchmarks=str(ROOT / "benchmarks"), place=str(place))
    return subprocess.Popen([sys.executable, "-c", text], start_new_session=True)


def wait_for(path, length):
    end = time.monotonic() + 60
    while not (path.exists() and len(path.read_text()) >= length):
        assert time.monotonic() < end, f"{path} was not written"
        time.sleep(0.02)


def test_a_killed_run_goes_on_where_it_stopped(place):
    """Killed twice; every row was measured, at most the running one of each kill twice."""
    for rows in (2, 5):
        killed = driver(place)
        wait_for(place / "rows.txt", rows)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
        json.loads((place / "folder" / "state.json").read_text())
    assert driver(place).wait() == 0
    assert (place / "rows.txt").read_text() == "x" * 8
    assert (place / "quick.txt").read_text() == "x"
    measured = (place / "measured.txt").read_text().split()
    assert set(measured) == {str(row) for row in range(8)}
    assert len(measured) <= 8 + 2
    (line,) = [line for line in (place / "page.md").read_text().splitlines() if "| rows |" in line]
    assert line.count("UTC") == 0
    assert line.rstrip(" |").split(" | ")[-1].count(":") == 2


def test_a_terminated_run_ends_its_step_too(place):
    running = driver(place)
    wait_for(place / "rows.txt", 1)
    state = json.loads((place / "folder" / "state.json").read_text())
    pid = state["steps"]["rows"]["attempts"][-1]["pid"]
    running.send_signal(signal.SIGINT)
    running.wait()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")
def test_two_runs_never_work_in_one_folder(place):
    """Neither beside a run, nor beside the command that a killed run left behind."""
    (place / "hold").touch()
    running = driver(place)
    wait_for(place / "rows.txt", 1)
    beside = driver(place)
    assert beside.wait() != 0
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    assert driver(place).wait() != 0
    (place / "hold").unlink()
    wait_for(place / "rows.txt", 8)
    time.sleep(0.3)
    assert driver(place).wait() == 0


def a_row(method, fingerprint):
    numbers = dict.fromkeys(("pk", "pk_sd", "wd", "wd_sd", "extra_boundaries", "seconds"), 1.0)
    absent = dict.fromkeys(("encoder", "kernel", "objective", "reported_pk", "reported_wd"))
    places = {"set": "wiki50", "method": method, "documents": 50}
    return Row(**places, **numbers, **absent, fingerprint=fingerprint)


def test_rows_that_are_taken_over_are_named_on_the_page(place):
    """A row without a fingerprint is left; one that is measured again counts as measured."""
    old = [a_row("none", "a"), a_row("all", "b"), a_row("even", None)]
    (place / "old.json").write_text(rows_as_json(old))
    target = "{folder}/rows.json"
    measured = rows_as_json([a_row("none", "a"), a_row("all", "new"), a_row("c99", "c")])
    step = Step(
        "rows", ("python", "-c", f"import sys; open(sys.argv[1], 'w').write({measured!r})", target)
    )
    run(place, [step], take=[place / "old.json"])
    page = (place / "page.md").read_text()
    assert "Of its 3 rows 2 were measured by it; 1 were measured before" in page
    assert "(`none` on 1)" in page
    with pytest.raises(InputError, match="there is no file"):
        run(place, [step], take=[place / "nowhere.json"])


def test_one_run_says_that_it_is_one(place):
    run(place, stand_ins(place))
    page = (place / "page.md").read_text()
    assert "Every table and figure of the 2 steps below comes from the run" in page
    assert "| all | `make reproduce` |" in page


def test_rows_are_published_whole(place):
    (place / "rows.json").write_text(rows_as_json([a_row("none", "a")]))
    assert publish(place / "rows.json", None, place / "out.json") == 1
    assert json.loads((place / "out.json").read_text())[0]["method"] == "none"
    with pytest.raises(InputError, match="holds no rows"):
        publish(place / "nowhere.json", None, place / "out.json")


def test_every_step_names_files_that_exist_and_no_name_comes_twice():
    every = steps(Path("data"))
    assert len({step.name for step in every}) == len(every)
    for step in every:
        assert all(path.is_file() for path in step.code), step.name
        scripts = [word for word in step.command if word.endswith((".py", ".jsonl", ".md"))]
        assert all((ROOT / word).is_file() for word in scripts), step.name
