"""Dated posts, articles and mails: one file per format, each post one piece, sorted by time."""
