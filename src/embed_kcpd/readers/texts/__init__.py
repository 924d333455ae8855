"""Documents that people write: Markdown, notebooks, HTML, PDF, DOCX, EPUB; one file per format."""
