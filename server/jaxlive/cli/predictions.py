"""What rooms have guessed, kept for a site without a server."""

import httpx
from pydantic import TypeAdapter

from jaxlive.cli.show import SUCCESS, console
from jaxlive.project import project
from jaxlive.runs.predictions import Prediction

FILE = "predictions.json"
"""Within the folder of recordings."""
KEPT = TypeAdapter(list[Prediction])


def predictions(*, server: str = "http://127.0.0.1:8000") -> int:
    """Keep the last answers to each question in recordings/predictions.json: bins, voices, date.

    Parameters
    ----------
    server
        The server at which they were given, which may have been restarted since.
    """
    answer = httpx.get(f"{server}/api/predictions/kept", timeout=10).raise_for_status()
    kept = KEPT.validate_json(answer.content)
    file = project().recordings / FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(KEPT.dump_json(kept) + b"\n")
    console.print(f"{len(kept)} predictions in {file}")
    return SUCCESS
