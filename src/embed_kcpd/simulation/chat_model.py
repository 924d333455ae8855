"""A language model behind an OpenAI-compatible endpoint.

In:  a prompt.
Out: what the model answers, whether its server streams or not.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from embed_kcpd.encoders.endpoint import Endpoint
from embed_kcpd.errors import EndpointError
from embed_kcpd.simulation.requests import Request, one_by_one

CHAT_PATH = "/chat/completions"
WRITE_ON_PATH = "/completions"
ANSWER_TOKENS = 120


class ChatModel:
    """``model`` as served by ``endpoint``; the seed is passed on, servers may ignore it."""

    def __init__(self, endpoint: Endpoint, model: str, temperature: float = 1.0) -> None:
        self.name = model
        self.temperature = temperature
        self._endpoint = endpoint

    def answers(self, waiting: deque[Request]) -> Iterator[tuple[Request, str]]:
        return one_by_one(
            waiting,
            lambda one: self.answer(one.text, one.seed, is_chat=one.prompt.is_chat),
        )

    def answer(self, prompt: str, seed: int, *, is_chat: bool) -> str:
        """The text of the answer to a message, or of what the model writes after a text."""
        asked = (
            {"messages": [{"role": "user", "content": prompt}]} if is_chat else {"prompt": prompt}
        )
        payload = {
            "model": self.name,
            **asked,
            "temperature": self.temperature,
            "seed": seed,
            "max_tokens": ANSWER_TOKENS,
        }
        path = CHAT_PATH if is_chat else WRITE_ON_PATH
        return _text(self._endpoint.post(path, payload), self._endpoint.name + path)


def _text(answer: Mapping[str, Any], address: str) -> str:
    """The content of the first choice, put together from its pieces if it was streamed."""
    try:
        if "events" in answer:
            choices = [event["choices"][0] for event in answer["events"] if event["choices"]]
            return "".join(_content(choice, "delta") for choice in choices)
        return _content(answer["choices"][0], "message")
    except (KeyError, IndexError, TypeError, AttributeError):
        raise EndpointError(address, "an answer without a first choice and its text", 1) from None


def _content(choice: Mapping[str, Any], holder: str) -> str:
    """Chat choices hold their text in a message or delta, the others directly."""
    content = choice[holder].get("content") if holder in choice else choice["text"]
    return str(content or "")
