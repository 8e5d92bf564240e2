"""Prints the OpenAPI document for the deck's types: `python -m jaxlive.web.openapi`.

Without the experiments' own operations: the types do not change when an experiment is added.
"""

import json

from jaxlive.settings import Settings
from jaxlive.web.app import create_app

if __name__ == "__main__":
    print(json.dumps(create_app(Settings(), {}).openapi(), indent=2))
