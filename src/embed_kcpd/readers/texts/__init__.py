"""Documents that people write: Markdown, HTML, PDF, DOCX, EPUB; one file per format."""
