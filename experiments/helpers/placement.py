"""Which device holds what of an array that is split by rows."""

import jax

from jaxlive import Cell, Table


def placement(label: str, array: jax.Array, unit: str) -> Table:
    """The devices, and how many rows each holds from which one on; `unit` is what a row is one of."""
    rows: list[list[Cell]] = [
        [str(shard.device), f"{shard.index[0].start or 0:,}", len(shard.data)]
        for shard in array.addressable_shards
    ]
    return Table(label=label, columns=["device", f"from {unit}", f"{unit}s"], rows=rows)
