"""The default granularity: the scale of topics measured on the text itself."""
