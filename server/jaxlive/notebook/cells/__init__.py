"""Code that every notebook has as its cells, below the docstring of each file here."""
