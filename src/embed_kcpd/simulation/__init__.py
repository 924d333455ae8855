"""Sequences with known boundaries, made rather than found."""
