"""`python -m jaxlive` serves with the settings of the environment; `main.py serve` has options too."""

import sys

from jaxlive.project import BadTalk
from jaxlive.web.serve import CannotServe, read_settings, serve

if __name__ == "__main__":
    try:
        serve(read_settings())
    except (CannotServe, BadTalk) as error:
        sys.exit(str(error))
