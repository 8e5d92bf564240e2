"""What `jaxlive` needs, imported before it is forked: see tests/forked.py."""

import jaxlive.cli.commands
import jaxlive.web.app  # noqa: F401
from jaxlive.lab.declare.experiment import experiments

experiments()
