"""What a block may weigh: one that would pass 1 MiB is cut, and says so."""

import json
from collections.abc import Iterator
from typing import Any

from jaxlive.lab.declare.blocks import AnyBlock, Heatmap, Image, Note, Timeline

MAX_BYTES = 2**20
WHOLE = ("passes", "lanes")
SHORT_LIST = 16  # the stages of a program, the rows of a comparison: never cut


def fit(block: AnyBlock, limit: int = MAX_BYTES) -> str:
    """The JSON of a block; where it has over `limit` bytes, that of a copy with its longest parts halved.

    A picture or a map cannot be halved: a note takes its place. A whole trace is left out, and the list of
    passes or threads stays whole.
    """
    text = block.model_dump_json()
    size = len(text.encode())
    if size <= limit:
        return text
    remark = f"cut: the whole has {size:,} bytes, a block may have {limit:,}"
    if isinstance(block, Image | Heatmap):
        return Note(text=f"The {block.kind} {block.label!r} is left out ({remark}).").model_dump_json()
    data = block.model_dump(mode="json") | {"cut": remark}
    if isinstance(block, Timeline):
        data["profile"] = None
    while len(json.dumps(data)) > limit:
        holder, key = max(_parts(data), key=lambda part: len(json.dumps(part[0][part[1]])))
        holder[key] = holder[key][: len(holder[key]) // 2]
    return json.dumps(data)


def _parts(data: Any) -> Iterator[tuple[Any, Any]]:
    """Holder and key of every string and every long list inside."""
    for key, member in list(data.items() if isinstance(data, dict) else enumerate(data)):
        long = isinstance(member, list) and len(member) > SHORT_LIST and key not in WHOLE
        if isinstance(member, str) or long:
            yield data, key
        if isinstance(member, (dict, list)):
            yield from _parts(member)
