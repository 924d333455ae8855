"""The small model on the machine: read from its file, exact in its memory, many texts at once."""

import contextlib
from collections import deque

import numpy as np
import pytest

import small_llama
from embed_kcpd.errors import InputError
from embed_kcpd.simulation.corpus import read_corpus
from embed_kcpd.simulation.generator import Plan, generate
from embed_kcpd.simulation.local import writer as writing
from embed_kcpd.simulation.local.chain import Chain
from embed_kcpd.simulation.local.gguf import read_gguf
from embed_kcpd.simulation.local.llama import Group, Llama
from embed_kcpd.simulation.local.sampling import draw
from embed_kcpd.simulation.local.tokens import Vocabulary
from embed_kcpd.simulation.local_model import LocalModel
from embed_kcpd.simulation.prompts import FACTS, SMALL, Prompt

WEIGHTS = small_llama.weights()
RNG = np.random.default_rng(1)


def some_tokens(count):
    return [int(token) for token in RNG.integers(3, len(small_llama.WORDS), count)]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    file = tmp_path_factory.mktemp("model") / "tiny.gguf"
    file.write_bytes(small_llama.gguf(WEIGHTS))
    return file


@pytest.fixture(scope="module")
def llama(path):
    return Llama(read_gguf(path))


@pytest.mark.parametrize(
    ("kind", "error"), [(small_llama.Q8_0, 0.01), (small_llama.Q4_1, 0.09), (small_llama.F32, 0)]
)
def test_stored_weights_come_back_to_the_precision_of_their_type(tmp_path, kind, error):
    file, name = tmp_path / "one.gguf", "blk.0.ffn_up.weight"
    file.write_bytes(small_llama.gguf(WEIGHTS, {name: kind}))
    found = read_gguf(file).tensors[name]
    assert found.shape == WEIGHTS[name].shape
    assert np.abs(found - WEIGHTS[name]).max() <= error


@pytest.mark.parametrize("kept", [slice(0), slice(60), slice(-4000)])
def test_a_file_that_is_no_model_is_an_error_that_names_it(tmp_path, kept):
    file = tmp_path / "bad.gguf"
    file.write_bytes(small_llama.gguf(WEIGHTS)[kept])
    with pytest.raises(InputError, match=r"bad\.gguf cannot be read as a GGUF model"):
        LocalModel(file)


def test_a_model_of_another_family_is_an_error_that_names_it(tmp_path):
    file = tmp_path / "other.gguf"
    file.write_bytes(small_llama.gguf(WEIGHTS).replace(b"llama.", b"other."))
    with pytest.raises(InputError, match=r"other\.gguf is no model of the Llama family"):
        LocalModel(file)


def test_a_damaged_header_is_never_another_error(tmp_path):
    whole, file = small_llama.gguf(WEIGHTS), tmp_path / "bad.gguf"
    for place in range(4, 600):
        file.write_bytes(whole[:place] + b"\xff" + whole[place + 1 :])
        with contextlib.suppress(InputError):
            read_gguf(file)


def test_texts_read_side_by_side_score_as_the_obvious_version_says(llama):
    """Groups of different sizes, some after a context, one token at a time or all at once."""
    texts = [some_tokens(n) for n in (1, 7, 12)]
    contexts = [llama.context() for _ in texts]
    halves = [(text[: len(text) // 2], text[len(text) // 2 :]) for text in texts]
    begun = [(c, head) for c, (head, _) in zip(contexts, halves, strict=True) if head]
    llama.scores([Group(context, head) for context, head in begun])
    found = llama.scores(
        [Group(context, tail) for context, (_, tail) in zip(contexts, halves, strict=True)]
    )
    for row, text in zip(found, texts, strict=True):
        judge = small_llama.naive_scores(WEIGHTS, text, lambda i, j: j <= i)
        assert row == pytest.approx(judge[-1], abs=1e-3)


def read(chain, sentences):
    for text in chain.forget(sentences):
        group = chain.group([ord(letter) for letter in text])
        chain._llama.scores([group])
        chain.remember(text, group)


def test_a_chain_sees_the_last_sentences_and_nothing_else(llama):
    """After older sentences were forgotten, scores are those of a text that never had them.

    The judge: a sentence sees the heading directly before it, and itself; the closing words
    see the heading, the two sentences and themselves.
    """
    heading, closing, sentences = some_tokens(4), some_tokens(3), ["ab", "hijk", "cde", "fg"]
    chain = Chain(llama, heading)
    for end in range(1, len(sentences) + 1):
        read(chain, sentences[max(0, end - 2) : end])
    found = llama.scores([Group(chain.context, closing)])[0]
    block = [0] * 4 + [1] * 3 + [2] * 2 + [3] * 3

    def sees(i, j):
        return j <= i and (block[j] in (0, block[i]) or block[i] == 3)

    def distance(i, j):
        return i - j - (3 if block[i] == 2 and block[j] == 0 else 0)

    tokens = [*heading, *map(ord, "cdefg"), *closing]
    judge = small_llama.naive_scores(WEIGHTS, tokens, sees, distance)
    assert found == pytest.approx(judge[-1], abs=1e-3)
    fresh = Chain(llama, heading)
    read(fresh, sentences[-2:])
    assert found == pytest.approx(llama.scores([Group(fresh.context, closing)])[0], abs=1e-3)


def test_a_sentence_within_the_memory_does_matter(llama):
    closing, seen = some_tokens(3), []
    for oldest in ("ab", "xy"):
        chain = Chain(llama, [4, 5])
        read(chain, [oldest, "cd"])
        seen.append(llama.scores([Group(chain.context, closing)])[0])
    assert np.abs(seen[0] - seen[1]).max() > 0.01


def test_drawing_follows_the_probabilities_and_avoids_what_was_just_written():
    scores = np.array([5.0, 4.9, -50.0], dtype=np.float32)
    rng = np.random.default_rng(0)
    drawn = [draw(scores, [], 1.0, rng) for _ in range(400)]
    assert np.bincount(drawn, minlength=3)[:2] / 400 == pytest.approx([0.525, 0.475], abs=0.08)
    assert draw(scores, [], 0.0, rng) == 0
    assert draw(scores, [0], 0.0, rng) == 1


def test_marks_are_tokens_of_their_own_and_text_comes_back(path):
    vocabulary = Vocabulary(read_gguf(path))
    tokens = vocabulary.tokens("<|im_start|>Tea costs 12 €.")
    assert tokens[0] in vocabulary.control
    assert vocabulary.text(tokens) == "Tea costs 12 €."


def asked(plan, n_texts):
    return deque(plan.request(key, ["One two three.", "Four five."]) for key in plan.keys[:n_texts])


@pytest.mark.parametrize("prompt", [SMALL, FACTS])
def test_an_answer_does_not_depend_on_what_is_written_beside_it(path, monkeypatch, prompt):
    """One text alone, or more texts than there are places: the same words for the same seeds."""
    monkeypatch.setattr(writing, "PLACES", 2)
    monkeypatch.setattr(writing, "ANSWER_TOKENS", 6)
    plan = Plan(("tea", "rain", "chess"), (1, 2), 9, prompt)
    together = dict(LocalModel(path).answers(asked(plan, 6)))
    assert len(together) == 6
    for request, text in together.items():
        assert dict(LocalModel(path).answers(deque([request]))) == {request: text}


class Talkative:
    """The tiny model's letters made into sentences, since it writes none."""

    def __init__(self, path):
        self._model = LocalModel(path)
        self.name, self.temperature = self._model.name, self._model.temperature

    def answers(self, waiting):
        for request, text in self._model.answers(waiting):
            yield request, f"This is {sum(map(ord, text))} then."


def test_a_resumed_run_writes_what_one_run_would_have_written(path, tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "ANSWER_TOKENS", 6)
    prompt = Prompt("p", "On {topic}:{sentences} Go on.", is_chat=False)
    topics = ("tea", "rain")
    straight, stopped = tmp_path / "straight.jsonl", tmp_path / "stopped.jsonl"
    whole = generate(Plan(topics, (2, 3), 7, prompt), Talkative(path), straight)
    generate(Plan(topics, (2, 3), 4, prompt), Talkative(path), stopped)
    generate(Plan(topics, (2, 3), 7, prompt), Talkative(path), stopped)
    assert read_corpus(stopped) == whole
