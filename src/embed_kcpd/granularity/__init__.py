"""How fine to cut: rules that ask the solver and return a decision."""
