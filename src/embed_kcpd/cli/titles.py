"""Titles and summaries of a chat model, where the command line asks for them.

In:  a segmented text, an address and the name of a model.
Out: the same with the model's titles, or a summary of each segment; plain titles, or none, and
     one line on standard error if it fails.
"""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from embed_kcpd.annotations.chat import Ask
    from embed_kcpd.result.segmented_text import SegmentedText

SEED = 0


def check_title_options(endpoint: str | None, model: str | None) -> None:
    """Raise, before any work is done, if the options do not name a model behind an address."""
    if endpoint is not None and not model:
        raise OptionsError("--title-endpoint needs --title-model, the name of a chat model there")
    if model:
        from embed_kcpd.encoders.openai import openai_endpoint

        openai_endpoint(endpoint)


def with_chat_titles(
    result: "SegmentedText", endpoint: str | None, model: str | None
) -> "SegmentedText":
    """The result with titles written by the model, if one was named."""
    if not model:
        return result
    from embed_kcpd.annotations.titles.chat import chat_titles

    ask, server = _model(endpoint, model)
    texts = [segment.text for segment in result.segments]
    written = chat_titles(texts, result.titles, ask)
    if written.trouble:
        sys.stderr.write(f"plain titles instead of those of {model}: {written.trouble}\n")
    made_by = {"titles": {"model": model, "endpoint": server}}
    return replace(result, titles=written.texts, provenance={**result.provenance, **made_by})


def summaries_of(
    result: "SegmentedText", endpoint: str | None, model: str
) -> tuple["SegmentedText", tuple[str, ...]]:
    """The result with the model in its provenance, and a sentence about each segment."""
    from embed_kcpd.annotations.summaries import chat_summaries

    ask, server = _model(endpoint, model)
    written = chat_summaries([segment.text for segment in result.segments], ask)
    if written.trouble:
        n_written = sum(map(bool, written.texts))
        sys.stderr.write(f"{n_written} summaries of {model}, then none: {written.trouble}\n")
    made_by = {"summaries": {"model": model, "endpoint": server}}
    return replace(result, provenance={**result.provenance, **made_by}), written.texts


def _model(endpoint: str | None, model: str) -> tuple["Ask", str]:
    """A function that asks the model, and the address of its server."""
    from embed_kcpd.encoders.openai import openai_endpoint
    from embed_kcpd.simulation.chat_model import ChatModel

    server = openai_endpoint(endpoint)
    chat = ChatModel(server, model, temperature=0.0)
    return lambda prompt: chat.answer(prompt, SEED, is_chat=True), server.name
