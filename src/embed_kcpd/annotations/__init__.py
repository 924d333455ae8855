"""What is said about a segmentation: confidence, nested levels, titles, provenance."""
