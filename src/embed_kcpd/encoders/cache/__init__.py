"""The vector cache: no text is encoded twice."""
