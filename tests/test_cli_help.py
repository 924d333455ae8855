"""Help texts: every command and option says in plain words what it does."""

import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from embed_kcpd.cli.app import COMMANDS as NAMES
from embed_kcpd.cli.app import app, application
from embed_kcpd.encoders.models.threads import MOST_THREADS
from embed_kcpd.encoders.names import PRETRAINED
from generator.command_line import command_line, commands, parameters

COMMANDS = {
    names: (function, summary) for names, function, summary in commands(app, ("embed-kcpd",))
}


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_the_help_of_a_command_shows_flags_without_a_type(names):
    """``--json <bool>`` asked for a value that the flag does not take."""
    answer = CliRunner().invoke(app, [*names[1:], "--help"], terminal_width=200)
    assert answer.exit_code == 0
    assert "bool" not in answer.output
    assert "``" not in answer.output  # marks of docstrings, which a terminal shows as they are


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_the_help_of_a_command_has_no_word_in_brackets(names):
    """``[server]`` is a colour to a terminal, which shows nothing of it."""
    function, summary = COMMANDS[names]
    helps = [each.info.help or "" for each in parameters(function)] if function else []
    said = (summary, getattr(function, "__doc__", None) or "", *helps)
    assert not [text for text in said if re.search(r"\[[a-z]", text)]


@pytest.mark.parametrize("command", ["download", "segment", "chunk", "serve"])
def test_every_built_in_encoder_is_named_where_one_is_chosen(command):
    answer = CliRunner().invoke(app, [command, "--help"], terminal_width=200)
    words = re.split(r"[\s,│()]+", answer.output)
    assert not {name for name in PRETRAINED if "fp32" not in name} - set(words)


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_the_help_of_a_command_names_values_as_the_reference_does(names):
    """``{file}`` looked like a template, and ``<str>`` is a word of Python."""
    answer = CliRunner().invoke(app, [*names[1:], "--help"], terminal_width=200)
    usage = next(line for line in answer.output.splitlines() if "Usage:" in line)
    options = [line for line in answer.output.splitlines() if " --" in line]
    assert "{" not in usage
    assert not [line for line in options if re.search(r"<(str|text|int|float|path)", line, re.I)]


def test_the_reference_knows_flags_repeated_options_and_required_ones():
    """They stood there as paths, and with the default ``Ellipsis``."""
    page = command_line()
    assert "`--spoken/--written`:" in page
    assert "`--topic TEXT`:" in page
    assert "`--n NUMBER`: Number of units (T). *Required.*" in page
    assert "[OPTIONS] FILES...\n" in page
    assert "Ellipsis" not in page


def test_the_default_number_of_threads_is_the_one_that_is_used():
    """The help promised all cores."""
    assert f"else one for each core up to {MOST_THREADS}.*" in command_line()


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_no_word_of_the_help_is_cut_off_in_80_columns(names):
    """An address ended in an ellipsis and could not be copied."""
    answer = CliRunner().invoke(app, [*names[1:], "--help"], env={"COLUMNS": "80"})
    assert answer.exit_code == 0
    assert "…" not in answer.output


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_a_command_and_each_of_its_options_are_described(names):
    function, summary = COMMANDS[names]
    assert summary.strip().endswith(".")
    for parameter in parameters(function) if function else ():
        text = parameter.info.help or ""
        assert text.endswith("."), f"{' '.join(names)} says of {parameter.name}: {text!r}"
        assert text[0].isupper() or text.startswith(tuple(PRETRAINED)), text


@pytest.mark.parametrize(
    ("name", "absent"),
    [("chunk", {"spoken"}), ("timeline", {"unit", "headings"}), ("chapters", {"headings"})],
)
def test_a_command_offers_no_option_that_it_ignores(name, absent):
    """Chunks know no speech; a post is a unit and has no headings, nor has a recording."""
    offered = {each.name for each in parameters(COMMANDS["embed-kcpd", name][0])}
    assert "encoder" in offered
    assert not absent & offered


def test_a_command_that_is_named_first_is_loaded_alone():
    """The others would only delay it."""
    ask = (
        "import sys\n"
        "from embed_kcpd.cli.app import main\n"
        "sys.argv = ['embed-kcpd', 'segment', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "loaded = {name for name in sys.modules if name.startswith('embed_kcpd.cli.')}\n"
        "assert 'embed_kcpd.cli.segment' in loaded\n"
        "assert not loaded & {'embed_kcpd.cli.theory', 'embed_kcpd.cli.bench'}, loaded\n"
    )
    run = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)

    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("name", NAMES)
def test_a_command_alone_has_the_help_it_has_among_the_others(name):
    runner = CliRunner()
    alone = runner.invoke(application([name]), [name, "--help"], terminal_width=100)

    assert alone.output == runner.invoke(app, [name, "--help"], terminal_width=100).output
