"""HTTP: the application, who may speak to it, its routes."""
