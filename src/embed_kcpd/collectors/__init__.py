"""Posts of a service to a file that can be read; one file per service."""
