"""Documents that people write: Markdown, LaTeX, RST, notebooks, HTML, PDF, DOCX, EPUB; one file per format."""
