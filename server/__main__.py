"""`python -m server` serves with the settings of the environment; `main.py serve` has options too."""

import sys

from server.serve import CannotServe, serve
from server.settings import Settings

if __name__ == "__main__":
    try:
        serve(Settings())
    except CannotServe as error:
        sys.exit(str(error))
