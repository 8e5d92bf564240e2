"""`python -m jaxlive` serves with the settings of the environment; with arguments it is the command line."""

import sys

from jaxlive.project import BadTalk
from jaxlive.web.serve import CannotServe, read_settings, serve

if __name__ == "__main__":
    if sys.argv[1:]:
        from jaxlive.cli.commands import cli

        cli()
    try:
        serve(read_settings())
    except (CannotServe, BadTalk) as error:
        sys.exit(str(error))
