"""The types of results: where a text is cut, at every price, in nested levels, and why."""
