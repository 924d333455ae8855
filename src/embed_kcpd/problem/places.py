"""The problem of units that have places: headings, tables, silences.

In:  a problem, the places of its units, and what headings mean.
Out: the same problem with the evidence and the limits that lie in the places.
"""

from collections.abc import Sequence
from dataclasses import replace

from embed_kcpd.evidence.places import Headings, forbidden_starts, forced_starts, place_evidence
from embed_kcpd.problem.limits import Limits
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.text.places import Place


def with_places(problem: Problem, places: Sequence[Place], headings: Headings) -> Problem:
    """The problem with what the places say; limits that a person set come first."""
    return replace(
        problem,
        evidence=problem.evidence + place_evidence(places, headings),
        limits=_with_starts(
            problem.limits, forced_starts(places, headings), forbidden_starts(places, headings)
        ),
    )


def _with_starts(limits: Limits, forced: frozenset[int], forbidden: frozenset[int]) -> Limits:
    all_forced = limits.forced | (forced - limits.forbidden)
    return replace(limits, forced=all_forced, forbidden=limits.forbidden | (forbidden - all_forced))
