"""Sequences with known boundaries: written by a language model, or drawn as vectors alone."""
