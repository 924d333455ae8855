"""Measuring segmentations: metrics, data sets, baselines, and the paper's tables.

Stands beside the road: it imports the road and is never imported by it.
"""
