"""The exact search behind the solvers: one cost matrix, C, or the block-lazy search in NumPy."""
