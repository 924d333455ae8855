"""What is used where nothing is said.

In:  an objective and a granularity, either of them perhaps missing.
Out: both, such that they belong together.

A price means something only beside the objective it was found for.  So the paper's rules bring
the paper's objective, the paper's objective brings the paper's rule, and everything else is
the contrast objective cut at the text's own scale.
"""

from embed_kcpd.granularity.paper import PaperRule
from embed_kcpd.granularity.protocol import Granularity
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.problem.objectives import Contrast, Objective, Paper


def with_defaults(
    objective: Objective | None, granularity: Granularity | None
) -> tuple[Objective, Granularity]:
    """The objective and the granularity, each missing one chosen to fit the other.

    >>> with_defaults(None, None)  # doctest: +ELLIPSIS
    (Contrast(...), TextScale(...))
    """
    is_papers = isinstance(objective, Paper) or (
        objective is None and getattr(granularity, "is_papers", False)
    )
    if objective is None:
        objective = Paper() if is_papers else Contrast()
    if granularity is None:
        granularity = PaperRule() if is_papers else TextScale()
    return objective, granularity
