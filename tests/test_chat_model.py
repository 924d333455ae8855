"""The chat client against a real server that follows the protocol, and one that does not."""

import json

import pytest

from embed_kcpd.encoders.endpoint import Endpoint
from embed_kcpd.errors import EndpointError
from embed_kcpd.simulation.chat_model import ChatModel
from embed_kcpd.simulation.generator import Plan, generate
from test_endpoint import HASTY, KEY, babble, hang_up, refuse, serving, truncate


def said(handler, body):
    """A chat completion that repeats the seed, so that answers differ."""
    message = {"role": "assistant", "content": f"Number {body['seed']} is a number."}
    handler.answer(200, {"choices": [{"index": 0, "message": message}]})


def written_on(handler, body):
    handler.answer(200, {"choices": [{"text": f" after {body['prompt']}"}]})


def stream(*pieces, is_whole=True):
    """The same by server-sent events, the way chat servers stream."""

    def turn(handler, body):
        deltas = [{"role": "assistant"}, *({"content": piece} for piece in pieces), {}]
        events = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        usage = {"choices": [], "usage": {"total_tokens": 9}}
        lines = [f"data: {json.dumps(event)}\n\n" for event in [*events, usage]]
        lines += ["data: [DONE]\n\n"] if is_whole else []
        content = ": a comment\n\n" + "".join(lines)
        handler.answer(200, content.encode(), [("Content-Type", "text/event-stream")])

    return turn


def model_of(server):
    return ChatModel(Endpoint(server.url, None, HASTY), "small-model", temperature=0.7)


def test_a_request_is_a_chat_completion_with_seed_and_temperature():
    with serving(said) as server:
        assert model_of(server).answer("Go on.", 5, is_chat=True) == "Number 5 is a number."
    path, _, body = server.seen[0]
    assert path == "/v1/chat/completions"
    assert body["messages"] == [{"role": "user", "content": "Go on."}]
    assert (body["model"], body["seed"], body["temperature"]) == ("small-model", 5, 0.7)


def test_a_text_to_write_on_goes_to_the_other_address():
    with serving(written_on) as server:
        assert model_of(server).answer("Once", 5, is_chat=False) == " after Once"
    assert server.seen[0][0] == "/v1/completions"


def test_a_streamed_answer_is_put_together():
    with serving(stream("Dogs ", "bark", ".")) as server:
        assert model_of(server).answer("Go on.", 5, is_chat=True) == "Dogs bark."


@pytest.mark.parametrize(
    "trouble",
    [
        refuse(429, [("Retry-After", "0.05")]),
        refuse(500),
        truncate,
        hang_up,
        babble,
        stream("Dogs ", is_whole=False),
    ],
    ids=["429", "500", "truncated", "dropped", "malformed", "stream cut"],
)
def test_trouble_that_passes_is_waited_out(trouble):
    with serving(trouble, said) as server:
        assert model_of(server).answer("Go on.", 5, is_chat=True) == "Number 5 is a number."
    assert len(server.seen) == 2


@pytest.mark.parametrize("answer", [{}, {"choices": []}, {"choices": [{}]}, {"events": 3}])
def test_an_answer_without_a_text_is_an_honest_error(answer):
    with (
        serving(lambda handler, _: handler.answer(200, answer)) as server,
        pytest.raises(EndpointError, match="without a first choice"),
    ):
        model_of(server).answer("Go on.", 5, is_chat=True)


def test_a_generation_through_the_endpoint_keeps_what_it_got(tmp_path, monkeypatch):
    """A server that gives up in the middle costs nothing that was already paid for."""
    monkeypatch.setenv("SOME_KEY", KEY)
    path = tmp_path / "corpus.jsonl"
    plan = Plan(("tea",), (3,), 4)
    with serving(said, said, refuse(401, message=f"bad {KEY}")) as server:
        model = ChatModel(Endpoint(server.url, "SOME_KEY", HASTY), "m")
        with pytest.raises(EndpointError) as caught:
            generate(plan, model, path)
    assert KEY not in str(caught.value)
    assert len(path.read_text().splitlines()) == 2
    with serving(said) as server:
        generate(plan, ChatModel(Endpoint(server.url, None, HASTY), "m"), path)
        assert len(server.seen) == 2
    assert len(path.read_text().splitlines()) == 4
