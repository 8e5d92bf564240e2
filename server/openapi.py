"""Prints the OpenAPI document for the deck's types: `python -m server.openapi`.

Without the experiments' own operations: the types do not change when an experiment is added.
"""

import json

from server.app import create_app
from server.settings import Settings

if __name__ == "__main__":
    print(json.dumps(create_app(Settings(), {}).openapi(), indent=2))
