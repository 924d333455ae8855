"""Spoken text: the problem with the evidence of a talk.

In:  a problem of the contrast objective, the texts of its units, whether they are spoken.
Out: the same problem, its evidence replaced where the text is a talk.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from embed_kcpd.evidence.spoken import SLOW_REACH, looks_spoken, talk_evidence
from embed_kcpd.granularity.protocol import middle
from embed_kcpd.granularity.text_scale.reach import reach_profile
from embed_kcpd.problem.objectives import Problem


def with_talk_evidence(
    problem: Problem, texts: Sequence[str], spoken: bool | None = None
) -> Problem:
    """The problem as it is for spoken text; ``None`` lets the words of the text decide.

    Written text, quick dialogue, and any objective but the contrast stay as they are.
    """
    is_asked = problem.objective.has_text_scale and spoken is not False and len(texts) > 0
    if not is_asked or not (spoken or looks_spoken(texts)):
        return problem
    profile = reach_profile(problem.rows, problem.weights, problem.words)
    reach = middle(profile.reaches)
    if reach < SLOW_REACH:
        return problem
    evidence = talk_evidence(
        texts, np.asarray(problem.rows), problem.weights, reach, profile.prices
    )
    return replace(problem, evidence=evidence, is_talk=True)
