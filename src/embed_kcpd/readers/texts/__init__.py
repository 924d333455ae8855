"""Documents that people write: a file per format, or several whose names begin with it."""
