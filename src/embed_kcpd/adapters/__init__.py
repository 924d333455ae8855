"""Chunks in the words of other frameworks; each file needs the framework it is named after."""
