"""What runs: one file per experiment, named as in its URL. Nothing here knows of HTTP."""
