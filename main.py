"""The command line of "JAX, live": one command per experiment, and serve and record."""

from jaxlive.cli.commands import cli

if __name__ == "__main__":
    cli()
