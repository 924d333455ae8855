"""Files appear whole or not at all."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from embed_kcpd.errors import OutputError
from embed_kcpd.files import is_replaceable, updating, write_atomically


def test_text_is_written_as_utf_8_and_bytes_as_they_are(tmp_path):
    """No line ending or byte is changed on the way."""
    write_atomically(tmp_path / "text", "naïve\r\n漢字\n")
    write_atomically(tmp_path / "bytes", b"\x00\xff\r\n")

    assert (tmp_path / "text").read_bytes() == "naïve\r\n漢字\n".encode()
    assert (tmp_path / "bytes").read_bytes() == b"\x00\xff\r\n"


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    """An interrupt between writing and renaming loses the new content only."""
    target = tmp_path / "report"
    target.write_text("old")

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("pathlib.Path.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(target, "new")

    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


def test_a_folder_that_is_missing_is_an_error_that_names_the_path(tmp_path):
    """One line that a person can act on."""
    with pytest.raises(OutputError, match=r"cannot write .*nowhere.*No such file"):
        write_atomically(tmp_path / "nowhere" / "report", "new")


def test_a_folder_cannot_be_written_to_like_a_file(tmp_path):
    """A folder given as the output is named in the error."""
    with pytest.raises(OutputError, match="cannot write"):
        write_atomically(tmp_path, "new")


@pytest.mark.skipif(os.name != "posix", reason="permissions and links are those of POSIX")
def test_permissions_of_a_replaced_file_are_kept_and_links_followed(tmp_path):
    """The file behind a link changes; the link stays a link."""
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)

    write_atomically(link, "new")

    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name != "posix", reason="the umask is POSIX's")
def test_a_new_file_has_the_permissions_the_user_gives_new_files(tmp_path, monkeypatch):
    """Not the private ones of a temporary file; the umask belongs to all threads and stays."""
    (tmp_path / "usual").write_text("")
    monkeypatch.delattr(os, "umask")
    write_atomically(tmp_path / "ours", "new")

    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


COUNTING = """
import sys
from pathlib import Path
from embed_kcpd.files import is_replaceable, updating, write_atomically
path = Path(sys.argv[1])
for _ in range(40):
    with updating(path):
        write_atomically(path, str(int(path.read_text()) + 1))
"""


def test_processes_that_update_a_file_take_turns_and_leave_nothing_beside_it(tmp_path):
    """None of the additions of three processes is lost, by whatever path they know the file."""
    path, link = tmp_path / "number", tmp_path / "link"
    path.write_text("0")
    link.symlink_to(path)
    names = (path, link, tmp_path / "." / "number")
    adding = [subprocess.Popen([sys.executable, "-c", COUNTING, str(name)]) for name in names]
    assert [process.wait() for process in adding] == [0, 0, 0]
    assert path.read_text() == "120"
    with updating(path):
        assert sorted(each.name for each in tmp_path.iterdir()) == ["link", "number"]


@pytest.mark.skipif(os.name != "posix", reason="pipes and streams are those of POSIX")
def test_what_is_no_ordinary_file_is_written_to_and_never_replaced(tmp_path):
    """A device that is replaced by a file is lost for every process of the machine."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(link, "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert pipe.is_fifo()
    assert not is_replaceable(link)
    assert not any(map(is_replaceable, map(Path, ("/dev/null", "/dev/stdout", "/dev/fd/1"))))
    assert is_replaceable(tmp_path / "new")


@pytest.mark.skipif(os.name != "posix", reason="streams are those of POSIX")
def test_standard_output_can_be_named_as_a_file():
    """It was looked for under the name of its pipe."""
    code = "from embed_kcpd.files import write_atomically as w; w('/dev/stdout', 'here')"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (run.stdout, run.stderr) == (b"here", b"")
