"""Titles of a chat model, against a server that answers and one that does not."""

import json

import pytest

from embed_kcpd.annotations.titles.chat import MOST_CHARACTERS, chat_titles, cleaned, title_prompt
from embed_kcpd.errors import EndpointError
from test_endpoint import refuse, serving


def entitle(handler, body):
    """A chat completion whose title names the first word of the passage."""
    passage = body["messages"][0]["content"].split("\n\n", 1)[1]
    message = {"role": "assistant", "content": f'Title: "About {passage.split()[0]}"'}
    handler.answer(200, {"choices": [{"index": 0, "message": message}]})


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ('"Baking bread"', "Baking bread"),
        ("**Baking  bread**", "Baking bread"),
        ("\n# Title: Baking bread.\nBecause it is.", "Baking bread"),
        ("", ""),
        ("...", ""),
        ("word " * 40, ""),
    ],
)
def test_an_answer_becomes_a_title_or_nothing(answer, title):
    assert cleaned(answer) == title


def test_a_long_segment_is_shown_in_part():
    assert len(title_prompt("x" * 100_000)) < MOST_CHARACTERS + 300


def test_after_a_failure_the_plain_titles_stay_and_nobody_is_asked_again():
    asked = []

    def ask(prompt):
        asked.append(prompt)
        if len(asked) == 2:
            raise EndpointError("http://nowhere", "gone", 1)
        return "Written"

    written = chat_titles(["a b", "c d", "e f"], ["one", "two", "three"], ask)

    assert written.texts == ("Written", "two", "three")
    assert "gone" in written.trouble
    assert len(asked) == 2


def test_the_command_takes_titles_from_a_server(run, sample):
    """The text, in parts, goes to the model; its answers are the titles, keywords stay ours."""
    with serving(entitle) as server:
        address = ("--title-endpoint", server.url, "--title-model", "small-model")
        code, out, _ = run("segment", sample, "--json", *address)
    result = json.loads(out)
    assert code == 0
    for segment in result["segments"]:
        assert segment["title"] == f"About {segment['text'].split()[0]}"
        assert segment["keywords"]
    assert result["provenance"]["titles"] == {"model": "small-model", "endpoint": server.url}
    assert {body["model"] for _, _, body in server.seen} == {"small-model"}
    assert len(server.seen) == len(result["segments"])


def test_a_server_that_refuses_leaves_the_plain_titles(run, sample):
    """The same titles as without a model, exit code 0, and one line that says why."""
    _, plain, _ = run("segment", sample, "--json")
    with serving(refuse(400, message="no such model")) as server:
        address = ("--title-endpoint", server.url, "--title-model", "small-model")
        code, out, err = run("segment", sample, "--json", *address)
    titles = [segment["title"] for segment in json.loads(plain)["segments"]]
    assert code == 0
    assert [segment["title"] for segment in json.loads(out)["segments"]] == titles
    assert len(server.seen) == 1
    assert err.startswith("plain titles instead of those of small-model")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "options",
    [("--title-endpoint", "http://x/v1"), ("--title-model", "m", "--title-endpoint", "x")],
)
def test_bad_options_are_one_line(run, sample, options):
    code, out, err = run("segment", sample, *options)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
