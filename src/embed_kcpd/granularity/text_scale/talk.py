"""Spoken or written: the problem with what its texts say about that.

In:  a problem of the contrast objective, the texts of its units, whether they are spoken.
Out: the same problem, its evidence replaced where the text is a talk, else marked with how sure
     it is that the text is prose.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from embed_kcpd.evidence.prose import prose_certainty
from embed_kcpd.evidence.spoken import SLOW_REACH, looks_spoken, talk_evidence
from embed_kcpd.granularity.protocol import middle
from embed_kcpd.granularity.text_scale.reach import reach_profile
from embed_kcpd.problem.objectives import Problem


def with_talk_evidence(
    problem: Problem, texts: Sequence[str], spoken: bool | None = None
) -> Problem:
    """The problem as it is for such texts; ``None`` lets their words decide what is spoken.

    Quick dialogue and any objective but the contrast stay as they are.
    """
    if not problem.objective.has_text_scale or len(texts) == 0:
        return problem
    if not (looks_spoken(texts) if spoken is None else spoken):
        return replace(problem, prose=prose_certainty(texts))
    profile = reach_profile(problem.rows, problem.weights, problem.words)
    reach = middle(profile.reaches)
    if reach < SLOW_REACH:
        return problem
    evidence = talk_evidence(
        texts, np.asarray(problem.rows), problem.weights, reach, profile.prices
    )
    return replace(problem, evidence=evidence, is_talk=True)
