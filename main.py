"""The engine's command line in a checkout, as `jaxlive` is where it is installed."""

from jaxlive.cli.commands import cli

if __name__ == "__main__":
    cli()
