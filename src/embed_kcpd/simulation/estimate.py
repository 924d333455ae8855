"""What a generation will ask of a model, before it starts.

In:  a plan and what is there already.
Out: requests, tokens and time.
"""

from dataclasses import dataclass

from embed_kcpd.simulation.corpus import Corpus
from embed_kcpd.simulation.generator import Plan

TOKENS_PER_SENTENCE = 25
TOKENS_OF_PROMPT = 40
SECONDS_PER_REQUEST = 1.5
"""A typical chat endpoint; a model on the machine may take longer."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Requests to come, the tokens they send and receive, and how long they may take."""

    requests: int
    tokens_sent: int
    tokens_received: int
    seconds: float


def estimate(plan: Plan, corpus: Corpus) -> Estimate:
    """Counts for what is missing; a request shows at most ``memory`` sentences.

    >>> estimate(Plan(topics=("tea",), memories=(2,), n_sentences=3), {}).tokens_sent
    195
    """
    requests = sent = 0
    for topic in plan.topics:
        for memory in plan.memories:
            there = len(corpus.get((topic, memory), ()))
            for index in range(there, plan.n_sentences):
                requests += 1
                sent += TOKENS_OF_PROMPT + TOKENS_PER_SENTENCE * min(index, memory)
    received = requests * TOKENS_PER_SENTENCE
    return Estimate(requests, sent, received, requests * SECONDS_PER_REQUEST)
