"""Vectors and limits to a problem: segment costs, and the evidence at each gap."""
