"""Chapters as players and publishers read them, one file per format."""
