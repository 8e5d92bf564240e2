"""Write your own kernel in Python with Pallas, block by block; interpreted on a CPU, compiled on a GPU.

    f(x) = 0.2 x + sin x + cos 2x, a block of x at a time

Mosaic compiles a Pallas kernel for TPUs and, by default since JAX 0.10, for NVIDIA's GPUs, which Triton
served before (docs.jax.dev/en/latest/pallas/CHANGELOG.html): a CPU can only interpret it.
Source: Marie-Hélène Burle, "Accelerated array computing and flexible differentiation with JAX", 2024.
Expect: the values of jnp; on a CPU an error without interpret=True, and no gain with it, as XLA fuses the
plain formula into one loop anyway.
"""

from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from pydantic import Field

from jaxlive import (
    Note,
    Output,
    Params,
    Work,
    compare,
    current_platform,
    experiment,
    jitted,
    programs,
    raises,
    values,
)

# region blocks
BLOCK = 1024


def block(i):
    return i


part = pl.BlockSpec((BLOCK,), block)
# endregion blocks


# region slide
def kernel(x_ref, y_ref):
    x = x_ref[...]  # in fast memory
    y = 0.2 * x + jnp.sin(x)
    y_ref[...] = y + jnp.cos(2 * x)


def on_blocks(x, interpret):
    call = pl.pallas_call(
        kernel,
        grid=x.size // BLOCK,
        in_specs=[part], out_specs=part,
        out_shape=x,
        interpret=interpret,
    )  # fmt: skip
    return call(x)


# endregion slide


@jax.jit
def plain(x: jax.Array) -> jax.Array:
    y = 0.2 * x + jnp.sin(x)
    return y + jnp.cos(2 * x)


class PallasParams(Params):
    """How many blocks."""

    blocks: int = Field(
        256, ge=1, le=4096, description="blocks of 1024 elements", json_schema_extra={"unit": "blocks"}
    )


@experiment(title="A kernel of one’s own", section="Frameworks", typical_seconds=4)
def pallas(params: PallasParams) -> Iterator[Output]:
    """Equal values, the error on a CPU, the kernel within the jaxpr, and its time beside plain JAX."""
    interpret = current_platform() != "gpu"
    by_kernel = jax.jit(lambda x: on_blocks(x, interpret))
    x = np.linspace(0, 4 * np.pi, params.blocks * BLOCK, dtype=np.float32)
    y, expected = by_kernel(x), plain(x)
    step = x.size // 4
    yield values("every fourth part", x=x[::step], pallas=y[::step], jnp=expected[::step])
    apart = float(jnp.abs(y - expected).max())
    how = "interpreted" if interpret else "compiled for the GPU"
    differ = f"differ by {apart:.1g} at most" if apart else "are equal to the last bit"
    yield Note(text=f"The kernel, {how}, and jnp {differ}.")
    if interpret:
        yield raises("compiled on a CPU", lambda: on_blocks(x, interpret=False))
    yield from programs(jax.jit(on_blocks, static_argnums=1), x, interpret)
    double = x.astype(np.float64)
    yield from compare(
        f"{x.size:,} elements",
        {"pallas": jitted(by_kernel, x), "jnp": jitted(plain, x)},
        reference=0.2 * double + np.sin(double) + np.cos(2 * double),
        of="pallas",
        over="jnp",
        work=Work(flops=6 * x.size, bytes=2 * x.nbytes),
        budget_s=1.0,
    )
