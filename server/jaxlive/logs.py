"""What the server says on stderr: a line for each event, its fields as `key=value` (logfmt).

The id of a run finds all that happened to it: `grep run=4f2a…`.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

LOGGER = logging.getLogger("jaxlive")
PLAIN = re.compile(r"[\w.:/+@-]+")


def log(event: str, level: int = logging.INFO, **fields: Any) -> None:
    """Log an event with its fields; those that are None are left out."""
    LOGGER.log(level, event, extra={"fields": fields})


def configure(level: int) -> None:
    """Write events of this level and above to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(Logfmt())
    LOGGER.handlers, LOGGER.propagate = [handler], False
    LOGGER.setLevel(level)


class Logfmt(logging.Formatter):
    """Time, level and event, then the event's own fields; quoted as JSON where they hold more than a word."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = {"time": time, "level": record.levelname.lower(), "event": record.getMessage()}
        fields |= getattr(record, "fields", {})
        return " ".join(f"{name}={_text(value)}" for name, value in fields.items() if value is not None)


def _text(value: Any) -> str:
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
