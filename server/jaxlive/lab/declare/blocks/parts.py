"""What all blocks and their pieces have in common."""

import math
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationInfo, model_validator

Interval = tuple[float, float]
Cell = str | int | float | bool | None


class Part(BaseModel):
    """A piece of a block."""

    model_config = ConfigDict(extra="forbid")


class BaseBlock(Part):
    """What all blocks share: an optional remark on nulls and on what was cut."""

    nulls: str | None = None
    cut: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _nulls_for_non_finite(cls, data: Any, info: ValidationInfo) -> Any:
        if info.mode == "json" or not isinstance(data, dict):
            return data  # what is not finite travels as null already
        found: list[str] = []
        data = _finite(data, found)
        if found:
            kinds = ", ".join(sorted(set(found)))
            data["nulls"] = f"{len(found)} number(s) were not finite ({kinds}) and are shown as null"
        return data


def _finite(data: Any, found: list[str]) -> Any:
    if isinstance(data, float) and not math.isfinite(data):
        found.append(str(float(data)))
        return None
    if isinstance(data, Part):
        return _finite(data.model_dump(), found)
    if isinstance(data, dict):
        return {key: _finite(item, found) for key, item in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(item, found) for item in data]
    return data
