"""Segment costs: how much the units of one segment differ among themselves."""
