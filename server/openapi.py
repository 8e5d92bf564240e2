"""Prints the OpenAPI document: `python -m server.openapi`; the deck's types are made from it."""

import json

from server.app import create_app

if __name__ == "__main__":
    print(json.dumps(create_app().openapi(), indent=2))
