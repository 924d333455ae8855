"""Methods to compare with, each from its own paper.

``BASELINES`` maps the name of a baseline, as the command line and the tables spell it, to a
function without arguments that makes it with the settings of its paper.
"""

from collections.abc import Callable, Mapping

from embed_kcpd.evaluation.methods import Learner, Method

BASELINES: Mapping[str, Callable[[], Method | Learner]] = {}
