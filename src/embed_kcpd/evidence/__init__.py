"""What speaks for or against a boundary at a gap, beside the costs: similarity, phrases, talk."""
