"""The paper's theory as code: its quantities, its assumptions, and sequences of known truth."""

from embed_kcpd.theory.assumptions import AssumptionReport, Verdict, check_assumptions
from embed_kcpd.theory.listing import Quantity
from embed_kcpd.theory.setting import Setting, setting

__all__ = ["AssumptionReport", "Quantity", "Setting", "Verdict", "check_assumptions", "setting"]
