"""Documents that people write: Markdown, notebooks, HTML, PDF, offices, EPUB; a file per format."""
