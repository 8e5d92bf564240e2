"""The answer of the routes that stream events."""

from fastapi.responses import StreamingResponse
from pydantic import Field

UNBUFFERED = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


class EventStream(StreamingResponse):
    """Bytes as they are sent, prepared once for all readers, with the headers UNBUFFERED.

    They are not set here: FastAPI reads the signature of a response's __init__. FastAPI's own event streams
    format each event for each reader, and raise when a reader goes.
    """

    media_type = "text/event-stream"


OBJECT = Field(json_schema_extra={"type": "object"})  # FastAPI would say "string" of what is not JSON
