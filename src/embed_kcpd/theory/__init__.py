"""The paper's theory as code: its quantities, its assumptions, and sequences of known truth."""

from embed_kcpd.theory.assumptions import AssumptionReport, Verdict, check_assumptions
from embed_kcpd.theory.listing import Quantity

__all__ = ["AssumptionReport", "Quantity", "Verdict", "check_assumptions"]
