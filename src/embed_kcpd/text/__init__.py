"""Text to units: sentences, paragraphs, lines and turns as spans of the text, and their words."""
