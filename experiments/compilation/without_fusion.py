"""Without fusion every operation reads and writes the whole array: XLA's one loop becomes six.

    f(x) = 0.2 x + sin x + cos 2x

The same function, compiled once as always and once with the pass `fusion` switched off. Source: OpenXLA, "XLA
architecture" (openxla.org), calls fusion XLA's most important optimisation, as it saves memory traffic.
Expect: the same values up to rounding; two passes over memory with fusion, more than ten without.
"""

from collections.abc import Generator, Iterator

import jax
import jax.numpy as jnp
import numpy as np
from pydantic import Field

from jaxlive import (
    Array,
    Cell,
    Output,
    Params,
    Program,
    Table,
    Timings,
    Work,
    compare,
    experiment,
    jitted,
    programs,
)


# region slide
def f(x):
    y = 0.2 * x
    y = y + jnp.sin(x)
    return y + jnp.cos(2 * x)


off = {"xla_disable_hlo_passes": "fusion"}
fused = jax.jit(f)
unfused = jax.jit(f, compiler_options=off)
# endregion slide

VARIANTS = {"jit": fused, "without fusion": unfused}


class WithoutFusionParams(Params):
    """How long the array is."""

    array_length: int = Field(
        1_000_000, ge=1000, le=100_000_000, description="elements", json_schema_extra={"unit": "elements"}
    )

    def bytes_needed(self) -> int:
        """Reference and temporaries in float64, data and results in float32."""
        return 64 * self.array_length


@experiment(title="The same function without fusion", section="Compilation", typical_seconds=4)
def without_fusion(params: WithoutFusionParams) -> Iterator[Output]:
    """Passes over memory, times and programs with fusion and without."""
    x = np.linspace(0, 4 * np.pi, params.array_length, dtype=np.float32)
    made = {name: program for name, one in VARIANTS.items() for program in programs(one, x, label=name)}
    yield traffic(made, x)
    yield from made.values()
    yield from times(x)


def times(x: Array) -> Generator[Timings, None, Timings]:
    """6 FLOPs an element, which has to be read once and written once."""
    double = x.astype(np.float64)
    return compare(
        f"{x.size:,} elements",
        {name: jitted(one, x) for name, one in VARIANTS.items()},
        reference=0.2 * double + np.sin(double) + np.cos(2 * double),
        of="without fusion",
        over="jit",
        work=Work(flops=6 * x.size, bytes=2 * x.nbytes),
        budget_s=2,
    )


def traffic(made: dict[str, Program], x: Array) -> Table:
    """Kernels, and how often the array's bytes cross memory by the compiler's own count."""
    rows: list[list[Cell]] = []
    for name, program in made.items():
        counted = program.cost.bytes if program.cost else None
        rows.append([name, kernels(program), None if counted is None else round(counted / x.nbytes)])
    return Table(label="through memory", columns=["compiled", "kernels", "passes over memory"], rows=rows)


def kernels(program: Program) -> int:
    """Instructions of the main computation that run; inputs and constants do not."""
    main = program.stages[-1].text.split("ENTRY ", 1)[1].splitlines()[1:]
    return sum(" = " in line and " parameter(" not in line and " constant(" not in line for line in main)
