"""The HTML report of chapters: one self-contained page with a time axis and a player."""
