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
from embed_kcpd.evaluation.page_parts import part_of
from embed_kcpd.evaluation.registry import registry
from embed_kcpd.evaluation.rows import Row, rows_as_json
from publish_rows import publish
from reproduce_steps import ROOT, steps
from resumable import Step, Working, next_step

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
    import signal
    import sys
    from pathlib import Path
    signal.signal(signal.SIGINT, signal.default_int_handler)
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
    assert running.wait() != 0
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


MEETING = """
import sys, time
from pathlib import Path
mine, other = sys.argv[1:]
Path(mine).touch()
end = time.monotonic() + 20
while not Path(other).exists():
    if time.monotonic() > end:
        sys.exit("nobody came")
    time.sleep(0.02)
"""
"""A step that ends well only if the other one is at work at the same time, or was."""


def logged(name, after=(), code=0):
    """A step that writes its name into a log, and when it has ended."""
    program = (
        "import sys, time; log = open('log.txt', 'a'); print('+' + sys.argv[1], file=log, "
        f"flush=True); time.sleep(0.1); print('-' + sys.argv[1], file=log); sys.exit({code})"
    )
    return Step(name, ("python", "-c", program, name), after=tuple(after))


def test_steps_that_do_not_need_each_other_run_at_the_same_time(place):
    """Each ends well only if the other one is there too."""
    (place / "meeting.py").write_text(MEETING)
    chosen = [
        Step("left", ("python", "meeting.py", "left.txt", "right.txt")),
        Step("right", ("python", "meeting.py", "right.txt", "left.txt")),
    ]
    assert run(place, chosen, jobs=2) == []
    state = json.loads((place / "folder" / "state.json").read_text())
    walls = [state["steps"][name]["attempts"][0]["wall"] for name in ("left", "right")]
    assert state["wall"] >= max(walls)
    assert "| all | `make reproduce` |" in (place / "page.md").read_text()


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_a_step_begins_when_those_before_it_have_ended_well_or_not(place, jobs):
    """With any number of jobs; never are there more at work than that."""
    chosen = [
        logged("pages", after=("rows", "broken", "alone")),
        logged("rows"),
        logged("more-rows", after=("rows",)),
        logged("broken", code=3),
        logged("alone"),
    ]
    assert run(place, chosen, jobs=jobs) == ["broken"]
    lines = (place / "log.txt").read_text().split()
    assert len(lines) == 10
    for step in chosen:
        for before in step.after:
            assert lines.index(f"-{before}") < lines.index(f"+{step.name}")
    at_work = most = 0
    for line in lines:
        at_work += 1 if line[0] == "+" else -1
        most = max(most, at_work)
    assert most <= jobs


def test_steps_that_were_not_asked_for_or_are_done_are_not_waited_for(place):
    chosen = [logged("rows"), logged("pages", after=("rows",))]
    run(place, chosen, only="pages")
    assert (place / "log.txt").read_text().split() == ["+pages", "-pages"]
    run(place, chosen, jobs=2)
    assert (place / "log.txt").read_text().split()[2:] == ["+rows", "-rows"]


def test_steps_that_wait_for_each_other_are_an_error(place):
    ring = [logged("hen", after=("egg",)), logged("egg", after=("hen",))]
    with pytest.raises(InputError, match="hen waits for a step that waits for it"):
        run(place, ring, jobs=2)
    assert not (place / "log.txt").exists()


def test_a_state_of_a_run_without_jobs_is_read(place):
    """Its wall time is that of its steps together."""
    run(place, stand_ins(place))
    path = place / "folder" / "state.json"
    state = json.loads(path.read_text())
    del state["wall"]
    state["steps"]["first"]["attempts"][0]["wall"] = 120.0
    path.write_text(json.dumps(state))
    run(place, stand_ins(place))
    assert json.loads(path.read_text())["steps"]["first"]["attempts"][0]["wall"] == 120.0
    (line,) = [line for line in (place / "page.md").read_text().splitlines() if "| all |" in line]
    assert line.split(" | ")[3] == "2.0"


TWO = """
    import signal
    import sys
    from pathlib import Path
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.path[:0] = [{benchmarks!r}]
    import resumable
    import reproduce
    resumable.HEARTBEAT_SECONDS = 0.1
    place = Path({place!r})
    chosen = [
        resumable.Step(name, ("python", "adding.py", name), outputs=(f"{{name}}.done",))
        for name in ("left", "right")
    ]
    last = ("python", "-c", "open('last.txt', 'a').write('x')")
    chosen.append(resumable.Step("last", last, after=("left", "right")))
    reproduce.reproduce(place / "folder", chosen, jobs=2, root=place, page=place / "page.md")
"""

ADDING = """
import sys, time
from pathlib import Path
from embed_kcpd.evaluation.campaign import add_rows
from embed_kcpd.evaluation.page_parts import write_parts
from embed_kcpd.evaluation.rows import Row, read_rows
name, rows = sys.argv[1], Path("rows.json")
known = {row.documents for row in read_rows(rows) if row.method == name}
for number in range(12):
    if number not in known:
        numbers = dict.fromkeys(("pk", "pk_sd", "wd", "wd_sd", "extra_boundaries", "seconds"), 1.0)
        texts = dict.fromkeys(("encoder", "kernel", "objective", "reported_pk", "reported_wd"))
        place = {"set": "s", "method": name, "documents": number, "fingerprint": "f"}
        add_rows(rows, [Row(**place, **numbers, **texts)])
        with open("measured.txt", "a") as log:
            log.write(f"{name}{number} ")
    write_parts(Path("both.md"), {name: str(number)})
    time.sleep(0.03)
Path(f"{name}.done").touch()
"""
"""A step that adds rows to a file and a part to a page that another one writes too."""


def two(place):
    """Two steps at work, in a process group of their own."""
    (place / "adding.py").write_text(ADDING)
    marks = "".join(f"<!-- begin {name} --><!-- end {name} -->\n" for name in ("left", "right"))
    if not (place / "both.md").exists():
        (place / "both.md").write_text(marks)
    text = textwrap.dedent(TWO).format(benchmarks=str(ROOT / "benchmarks"), place=str(place))
    return subprocess.Popen([sys.executable, "-c", text], start_new_session=True)


def test_two_steps_at_work_lose_no_row_and_no_part_of_a_page_killed_or_not(place):
    """Killed twice with both at work; each row is there and was measured about once."""
    for characters in (20, 80):
        killed = two(place)
        wait_for(place / "measured.txt", characters)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
    assert two(place).wait() == 0
    rows = {
        (row["method"], row["documents"]) for row in json.loads((place / "rows.json").read_text())
    }
    assert rows == {(name, number) for name in ("left", "right") for number in range(12)}
    measured = (place / "measured.txt").read_text().split()
    assert len(measured) <= 24 + 4
    page = (place / "both.md").read_text()
    assert [part_of(page, name) for name in ("left", "right")] == ["11", "11"]
    assert (place / "last.txt").read_text() == "x"


def test_a_terminated_run_ends_all_its_steps(place):
    running = two(place)
    wait_for(place / "measured.txt", 20)
    state = json.loads((place / "folder" / "state.json").read_text())
    pids = [record["attempts"][-1]["pid"] for record in state["steps"].values()]
    running.send_signal(signal.SIGINT)
    assert running.wait() != 0
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert not (place / "last.txt").exists()


@pytest.mark.parametrize("jobs", ["0", "-1", "two", "1.5"])
def test_a_number_of_jobs_below_one_is_refused(jobs, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["reproduce", "--jobs", jobs])
    with pytest.raises(SystemExit):
        reproduce.main()
    assert "a number from 1 on" in capsys.readouterr().err


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


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_the_steps_of_the_paper_can_be_done_in_an_order_that_each_asks_for(jobs):
    """Nobody waits for a name that does not exist; pages are written when all is measured."""
    waiting, working, ended = list(steps(Path("data"))), [], []
    names = [step.name for step in waiting]
    while waiting or working:
        while len(working) < jobs and (step := next_step(waiting, working)):
            assert set(step.after) <= set(ended)
            waiting.remove(step)
            working.append(Working(step, None, None, 0.0))
        ended.append(working.pop(0).step.name)
    assert sorted(ended) == sorted(names)
    assert ended[-2:] == ["tables", "generated-pages"]
    assert ended.index("rows-mpnet") < ended.index("elbow")


def test_every_method_of_the_bench_is_measured_once():
    """With the encoder of the paper's tables; MPNet rows are others."""
    commands = [step.command for step in steps(Path("data")) if "paper" in step.command]
    measured = [
        name
        for command in commands
        if "--encoder" not in command
        for name in command[command.index("--methods") + 1].split(",")
    ]
    assert sorted(measured) == sorted(registry())


def test_every_step_names_files_that_exist_and_no_name_comes_twice():
    every = steps(Path("data"))
    assert len({step.name for step in every}) == len(every)
    for step in every:
        assert all(path.is_file() for path in step.code), step.name
        scripts = [word for word in step.command if word.endswith((".py", ".jsonl", ".md"))]
        assert all((ROOT / word).is_file() for word in scripts), step.name
