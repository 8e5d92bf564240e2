"""JAX chooses its platform once: after the first computation, a switch silently does nothing.

Source: Moritz Makowski, "JAX Capability Analysis", 2023: its rows called CPU were measured after such a
switch. https://github.com/jax-ml/jax/issues/10320 has the maintainers' word: use jax.default_device.
Expect: no error and no warning; new arrays stay where they were, and default_device moves them.
"""

from collections.abc import Iterator

import jax
import jax.numpy as jnp

from jaxlive import Cell, Output, Params, Table, current_platform, experiment


# region slide
def late_switch(platform):
    jax.config.update("jax_platform_name", platform)
    return jnp.arange(3.0)


def placed(platform):
    with jax.default_device(jax.devices(platform)[0]):
        return jnp.arange(3.0)


# endregion slide


class PlatformSwitchParams(Params):
    """Nothing but the device."""


@experiment(title="The platform is chosen once", section="Performance", typical_seconds=0.1)
def platform_switch(_params: PlatformSwitchParams) -> Iterator[Output]:
    """Where arrays are after a switch to the other platform; the setting is put back."""
    other = "cpu" if current_platform() == "gpu" else "gpu"
    try:
        with jax.default_device(None):
            before, after = jnp.arange(3.0), late_switch(other)
    finally:
        jax.config.update("jax_platform_name", "")
    rows: list[list[Cell]] = [
        ["before", str(before.devices())],
        [f"after jax_platform_name = {other!r}", str(after.devices())],
        ["within jax.default_device of the CPU", str(placed("cpu").devices())],
    ]
    yield Table(label="where new arrays are", columns=["when", "device"], rows=rows)
