import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

from experiments.helpers.placement import placement


def test_a_device_holds_all_rows_when_there_is_one() -> None:
    mesh = Mesh(np.array(jax.devices()[:1]), ("devices",))
    table = placement("who", jax.device_put(np.ones((6, 2)), NamedSharding(mesh, P("devices"))), unit="throw")
    assert (table.label, table.columns) == ("who", ["device", "from throw", "throws"])
    assert table.rows == [[str(jax.devices()[0]), "0", 6]]
