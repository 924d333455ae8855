"""The addresses of the server, one file each."""
