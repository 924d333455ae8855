"""Help texts: every command and option says in plain words what it does."""

import pytest
from typer.testing import CliRunner

from embed_kcpd.cli.app import app
from generator.command_line import commands, parameters

COMMANDS = {
    names: (function, summary) for names, function, summary in commands(app, ("embed-kcpd",))
}


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_the_help_of_a_command_shows_flags_without_a_type(names):
    """``--json <bool>`` asked for a value that the flag does not take."""
    answer = CliRunner().invoke(app, [*names[1:], "--help"], terminal_width=200)
    assert answer.exit_code == 0
    assert "bool" not in answer.output


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_a_command_and_each_of_its_options_are_described(names):
    function, summary = COMMANDS[names]
    assert summary.strip().endswith(".")
    for parameter in parameters(function) if function else ():
        text = parameter.info.help or ""
        assert text.endswith("."), f"{' '.join(names)} says of {parameter.name}: {text!r}"
        assert text[0].isupper() or text.split()[0].islower(), text
