"""Every study by its name, with its usual size and its picture."""

from embed_kcpd.errors import OptionsError
from embed_kcpd.theory import figures
from embed_kcpd.theory.experiments import (
    agreement,
    constants,
    deviation,
    localisation,
    oracle,
    stability,
)
from embed_kcpd.theory.experiments.study import Experiment, Plan

MEMORIES = (0, 1, 5, 20)

EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        Experiment(
            agreement.NAME,
            "closed-form population costs against simulation",
            Plan((60,), MEMORIES, 400),
            agreement.run,
            figures.draw_agreement,
        ),
        Experiment(
            deviation.NAME,
            "how often the uniform deviation event holds, against 1 - 1/T",
            Plan((50, 100, 200, 400, 800), MEMORIES, 400),
            deviation.run,
            figures.draw_deviation,
        ),
        Experiment(
            stability.NAME,
            "whether a stationary block stays whole",
            Plan((50, 100, 200, 400), MEMORIES, 200),
            stability.run,
            figures.draw_stability,
        ),
        Experiment(
            oracle.NAME,
            "both sides of the oracle inequality",
            Plan((100, 200, 400, 800), MEMORIES, 100),
            oracle.run,
            figures.draw_oracle,
        ),
        Experiment(
            localisation.NAME,
            "localisation error against delta_T as T grows",
            Plan((200, 400, 800, 1600, 3200), MEMORIES, 100),
            localisation.run,
            figures.draw_localisation,
        ),
        Experiment(
            constants.NAME,
            "how conservative each constant is",
            Plan((400,), MEMORIES, 100),
            constants.run,
            figures.draw_constants,
        ),
    )
}


def experiment_named(name: str) -> Experiment:
    """The study of this name, or an error that lists them all."""
    if name not in EXPERIMENTS:
        raise OptionsError(f"no study is called {name!r}; choose from {', '.join(EXPERIMENTS)}")
    return EXPERIMENTS[name]
