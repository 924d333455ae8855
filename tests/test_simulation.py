"""Generation survives everything; assembly is the paper's."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.errors import InputError, OptionsError, OutputError, SimulationError
from embed_kcpd.simulation.answers import Fault, read_answer
from embed_kcpd.simulation.assembly import assemble, replicates
from embed_kcpd.simulation.corpus import appending, read_corpus, read_topics
from embed_kcpd.simulation.estimate import estimate
from embed_kcpd.simulation.generator import MAX_ATTEMPTS, Plan, generate
from embed_kcpd.simulation.placement import paper_boundary_count
from embed_kcpd.simulation.prompts import FACTS, PAPER
from embed_kcpd.simulation.requests import one_by_one

TOPICS = {name: [f"{name} {k}." for k in range(40)] for name in ("tea", "rain", "chess")}


class Scripted:
    """A model that gives its answers in turn and remembers what it was asked."""

    name, temperature = "scripted", 0.5

    def __init__(self, *answers):
        self.said, self.asked = list(answers), []

    def answers(self, waiting):
        return one_by_one(waiting, self.answer)

    def answer(self, request):
        self.asked.append((request.text, request.seed, request.prompt.is_chat))
        return self.said[min(len(self.asked), len(self.said)) - 1]


class Counting(Scripted):
    def answer(self, request):
        self.asked.append((request.text, request.seed, request.prompt.is_chat))
        return f"This is {(self.said or ['sentence'])[0]} {len(self.asked)}."


@pytest.mark.parametrize(
    ("answer", "sentence", "fault"),
    [
        ("Dogs bark at night.", "Dogs bark at night.", None),
        ("  1. “Dogs bark at night.”\n", "Dogs bark at night.", None),
        ("Dogs bark at night. Cats do not.", "Dogs bark at night.", None),
        ("", "", Fault.EMPTY),
        ("\n \t", "", Fault.EMPTY),
        ("I'm sorry, I can't continue this text.", None, Fault.REFUSAL),
        ("As an AI language model, I have no dog.", None, Fault.REFUSAL),
        (
            "As an AI system grows, so does its cost.",
            "As an AI system grows, so does its cost.",
            None,
        ),
        ("Dogs bark at night and then they", None, Fault.UNFINISHED),
        ("Yes.", "Yes.", Fault.UNFINISHED),
        ("Dogs are old friends.", "Dogs are old friends.", Fault.REPETITION),
        ("犬は夜に よく 吠える。", "犬は夜に よく 吠える。", None),
    ],
)
def test_an_answer_becomes_one_sentence_by_the_stated_rule(answer, sentence, fault):
    found = read_answer(answer, ["Dogs are old friends."])
    assert found.fault is fault
    assert sentence is None or found.sentence == sentence


def test_a_request_shows_the_last_m_sentences_and_nothing_else(tmp_path):
    """Finite memory: sentence 5 is asked for with sentences 4 and 5 alone."""
    model = Counting()
    generate(Plan(("tea",), (2,), 6), model, tmp_path / "c.jsonl")
    assert model.asked[5][0] == PAPER.text("tea", ["This is sentence 4.", "This is sentence 5."])
    assert all(is_chat for _, _, is_chat in model.asked)
    assert len({seed for _, seed, _ in model.asked}) == 6


def test_a_run_goes_on_where_it_stopped_and_asks_nothing_twice(tmp_path):
    path = tmp_path / "c.jsonl"
    generate(Plan(("tea",), (2,), 3), Counting(), path)
    again = Counting("number")
    generate(Plan(("tea", "rain"), (2,), 4), again, path)
    assert len(again.asked) == 1 + 4
    assert [len(texts) for texts in read_corpus(path).values()] == [4, 4]


def test_the_texts_take_turns(tmp_path):
    """Whenever a run stops, no text is more than one sentence behind."""
    path = tmp_path / "c.jsonl"
    generate(Plan(("tea", "rain"), (2, 3), 3), Counting(), path)
    written = [json.loads(line)["index"] for line in path.read_text().splitlines()]
    assert written == [0] * 4 + [1] * 4 + [2] * 4


def test_faults_are_asked_again_with_another_seed(tmp_path):
    model = Scripted("", "I'm sorry, no.", "Tea is a leaf.")
    corpus = generate(Plan(("tea",), (2,), 1), model, tmp_path / "c.jsonl")
    assert corpus["tea", 2] == ("Tea is a leaf.",)
    assert json.loads((tmp_path / "c.jsonl").read_text())["attempts"] == 3
    assert len({seed for _, seed, _ in model.asked}) == 3


def test_a_model_that_only_refuses_is_an_error_and_nothing_is_lost(tmp_path):
    path = tmp_path / "c.jsonl"
    with pytest.raises(SimulationError, match="a refusal"):
        generate(Plan(("tea",), (2,), 2), Scripted("Tea is a leaf.", "I cannot do this."), path)
    assert read_corpus(path)["tea", 2] == ("Tea is a leaf.",)


class Refusing(Scripted):
    """Knows nothing of tea unless it is drawn with a seed of its own."""

    def __init__(self, *answers, seeds=()):
        super().__init__(*answers)
        self.seeds = seeds

    def answer(self, request):
        self.asked.append(request.seed)
        if request.topic == "tea" and request.index == 1 and request.seed not in self.seeds:
            return "I cannot do this."
        return f"This is about {request.topic} {request.seed}."


def test_a_text_that_ends_early_stops_no_other_and_goes_on_with_another_seed(tmp_path):
    """Twelve refusals on tea: rain is written to its end; the same seed would change nothing."""
    path = tmp_path / "c.jsonl"
    with pytest.raises(SimulationError, match=r"sentence 1 on 'tea'.*another seed"):
        generate(Plan(("tea", "rain"), (2,), 4), Refusing(), path)
    assert {key: len(texts) for key, texts in read_corpus(path).items()} == {
        ("tea", 2): 1,
        ("rain", 2): 4,
    }
    again = Plan(("tea", "rain"), (2,), 4, seed=1)
    lucky = again.request(("tea", 2), read_corpus(path)["tea", 2]).seed
    generate(again, Refusing(seeds=(lucky,)), path)
    assert len(read_corpus(path)["tea", 2]) == 4


def test_a_model_in_circles_is_kept_but_marked(tmp_path):
    path = tmp_path / "c.jsonl"
    generate(Plan(("tea",), (2,), 2), Scripted("Tea is a leaf."), path)
    last = json.loads(path.read_text().splitlines()[-1])
    assert (last["is_repetition"], last["attempts"]) == (True, MAX_ATTEMPTS)


def test_a_line_cut_short_is_written_again(tmp_path):
    """What a crash leaves of a line is neither read nor kept."""
    path = tmp_path / "c.jsonl"
    generate(Plan(("tea",), (2,), 3), Counting(), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert len(read_corpus(path)["tea", 2]) == 2
    generate(Plan(("tea",), (2,), 3), Counting(), path)
    assert len(read_corpus(path)["tea", 2]) == 3


@pytest.mark.parametrize("line", ["{}", "no json", '{"topic": 1}'])
def test_a_foreign_file_is_an_error_that_names_the_line(tmp_path, line):
    path = tmp_path / "c.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(InputError, match=r"c.jsonl:1"):
        read_corpus(path)


def test_two_runs_in_one_file_are_noticed(tmp_path):
    path = tmp_path / "c.jsonl"
    generate(Plan(("tea",), (2,), 2), Counting(), path)
    path.write_bytes(path.read_bytes() * 2)
    with pytest.raises(InputError, match="two runs"):
        read_corpus(path)


KILLED = """
import sys, time
from pathlib import Path
from embed_kcpd.simulation.generator import Plan, generate
from embed_kcpd.simulation.requests import one_by_one
class Slow:
    name, temperature = "slow", 0.0
    def answers(self, waiting):
        return one_by_one(waiting, self.answer)
    def answer(self, request):
        time.sleep(0.005)
        return f"A sentence with number {request.seed}."
generate(Plan(("tea", "rain"), (3,), 30), Slow(), Path(sys.argv[1]))
"""


def test_a_killed_run_loses_and_doubles_nothing(tmp_path):
    """SIGKILL at some moments, then a last run: the file is what one run would have written."""
    killed, straight = tmp_path / "killed.jsonl", tmp_path / "straight.jsonl"
    for _ in range(2):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(killed)])
        before = killed.stat().st_size if killed.exists() else 0
        deadline = time.monotonic() + 30
        while (not killed.exists() or killed.stat().st_size < before + 1500) and (
            time.monotonic() < deadline and process.poll() is None
        ):
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    for path in (killed, straight):
        subprocess.run([sys.executable, "-c", KILLED, str(path)], check=True)
    assert killed.read_bytes() == straight.read_bytes()
    assert len(killed.read_text().splitlines()) == 60


def test_the_estimate_counts_what_is_missing():
    plan = Plan(("tea",), (2,), 4, FACTS)
    assert estimate(plan, {}).requests == plan.missing({}) == 4
    assert estimate(plan, {("tea", 2): ("A b c.",) * 3}).requests == 1


@given(st.integers(2, 400), st.integers(0, 10**6))
def test_a_sequence_is_assembled_as_the_paper_says(n_units, seed):
    """K = ceil(2 log T) boundaries; consecutive sentences inside, other topics across."""
    found = assemble(TOPICS, n_units, np.random.default_rng(seed))
    assert found.n_units == n_units
    assert len(found.boundaries) == min(math.ceil(2 * math.log(n_units)), n_units - 1)
    kinds = [unit.split()[0] for unit in found.units]
    numbers = [int(unit.split()[1].rstrip(".")) for unit in found.units]
    for unit in range(1, n_units):
        is_boundary = unit in found.boundaries
        assert (kinds[unit] != kinds[unit - 1]) == is_boundary
        assert is_boundary or numbers[unit] == (numbers[unit - 1] + 1) % 40


def test_boundaries_fall_anywhere_with_the_same_probability():
    """Uniform without replacement: no position is favoured, over many draws."""
    counts = np.zeros(20)
    for document in replicates(TOPICS, 20, 1000, seed=1):
        counts[list(document.boundaries)] += 1
    share = paper_boundary_count(20) / 19
    assert counts[1:] / 1000 == pytest.approx(np.full(19, share), abs=0.08)


def test_replicates_are_the_same_for_the_same_seed_and_differ_among_themselves():
    first, second = replicates(TOPICS, 50, 4, seed=7), replicates(TOPICS, 50, 4, seed=7)
    assert first == second
    assert all(a.units != b.units for a, b in pairwise(first))
    assert replicates(TOPICS, 50, 1, seed=8)[0].units != first[0].units


def test_one_topic_cannot_alternate():
    with pytest.raises(OptionsError, match="two topics"):
        assemble({"tea": ["A."]}, 10, np.random.default_rng(0))


def test_topics_of_several_memories_must_be_named(tmp_path):
    path = tmp_path / "c.jsonl"
    generate(Plan(("tea",), (2, 3), 1), Counting(), path)
    with pytest.raises(InputError, match=r"memories: 2, 3; name one of them \(--memory\)$"):
        read_topics(path)
    assert list(read_topics(path, 3)) == ["tea"]


def test_two_runs_into_one_corpus_do_not_pay_twice(tmp_path):
    """The second would also cut off what the first is writing."""
    path = tmp_path / "corpus.jsonl"
    with appending(path), pytest.raises(OutputError, match="another run is writing"):
        appending(path).__enter__()
