"""A small language model in NumPy that writes several texts at once."""
