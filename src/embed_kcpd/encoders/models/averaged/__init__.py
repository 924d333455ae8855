"""Sentence vectors as averages of word vectors: less sharp than a network, and far faster."""
