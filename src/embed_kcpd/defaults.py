"""What is used where nothing is said.

In:  an objective and a granularity, either of them perhaps missing.
Out: both, such that they belong together.

A price means something only beside the objective it was found for.  So the paper's rules bring
the paper's objective, the paper's objective brings the paper's rule, and everything else is
the contrast objective cut at the text's own scale.
"""

from embed_kcpd.elbow import PaperElbow
from embed_kcpd.granularity import Granularity, PaperRule
from embed_kcpd.objectives import Contrast, Objective, Paper
from embed_kcpd.reach_rule import Reach


def paired(
    objective: Objective | None, granularity: Granularity | None
) -> tuple[Objective, Granularity]:
    """The objective and the granularity, each missing one chosen to fit the other.

    >>> paired(None, None)
    (Contrast(), Reach(coarser=0.0, strict=False, consensus=True, steady=0.2))
    """
    is_papers = isinstance(objective, Paper) or (
        objective is None and isinstance(granularity, PaperRule | PaperElbow)
    )
    usual_objective: Objective = Paper() if is_papers else Contrast()
    usual_granularity: Granularity = PaperRule() if is_papers else Reach()
    return objective or usual_objective, granularity or usual_granularity
