"""The server: segmentation over HTTP for many clients, and a page for a person."""
