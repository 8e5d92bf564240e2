"""What an experiment compares, untimed: for those who time it by other means, such as a notebook."""

from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from functools import partial
from typing import Any

from jaxlive.lab.measure.variants import Variant

asking: ContextVar[bool] = ContextVar("asking", default=False)
"""Whether a comparison is to be told instead of made."""


class Asked(BaseException):
    """Ends a run at its first comparison; no experiment catches it."""

    def __init__(self, variants: Mapping[str, Variant]):
        super().__init__(*variants)
        self.variants = variants


def first_comparison(run: Iterable[object]) -> dict[str, Callable[[], Any]]:
    """The calls that a run compares first, by variant; the run ends there, and nothing is timed.

    A call returns as its library does: JAX before the work is done, and torch when it's done on a GPU too.
    Raises ValueError for a run that compares nothing.
    """
    token = asking.set(True)
    try:
        for _ in run:
            continue
    except Asked as asked:
        return {name: partial(_call, variant) for name, variant in asked.variants.items()}
    finally:
        asking.reset(token)
    raise ValueError("this run compares nothing: look at its blocks instead")


def _call(variant: Variant) -> Any:
    with variant.scope():
        result = variant.call()
        if variant.framework == "torch" and variant.wait:
            variant.wait(result)
        return result
