"""Pages and parts of pages that are made from the code and from measured results."""
