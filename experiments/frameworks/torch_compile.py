"""TorchScript and its heirs: a module compiled by PyTorch, and the same two products under JAX's jit.

    y = A (W v) + b        W is 2 by 3, A is 3 by 2, so v and y have length 3

torch.jit.script reads the Python source of a module and compiles a language of its own; torch.compile
captures the operations of a call instead, and torch.export keeps them as a graph, much like a jaxpr.
Source: Yu Yin, "JAX: A Brief Introduction", 2022, slide 30, where TorchScript is the way.
Expect: TorchScript still runs, and warns that it is deprecated; all give the same 3 numbers.
"""

import shutil
import warnings
from collections.abc import Iterator
from textwrap import wrap
from typing import Literal

import jax
import numpy as np
from pydantic import Field

from jaxlive import Cell, Note, Output, Params, Printed, Table, experiment, programs

N, M = 2, 3
ONE_THREAD = {"compile_threads": 1}  # else inductor leaves processes behind that wait for more


# region slide
def new_layer(n, m):
    from torch import mv, nn, rand

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.W = nn.Parameter(rand(n, m))
            self.linear = nn.Linear(n, 3)

        def forward(self, v):
            return self.linear(mv(self.W, v))

    return Layer()


# endregion slide


# region jax
@jax.jit
def forward(weights, v):
    W, A, b = weights
    return A @ (W @ v) + b


# endregion jax


# region compiled
def compiled(layer, v, options):
    import torch

    script = torch.jit.script(layer)
    fast = torch.compile(layer, **options)
    exported = torch.export.export(layer, (v,))
    return script, fast, exported


# endregion compiled


class TorchCompileParams(Params):
    """What stands behind torch.compile."""

    backend: Literal["eager", "aot_eager", "inductor"] = Field(
        "eager",
        description="inductor, the default of PyTorch, writes C++ and has it compiled: a minute or two",
    )


@experiment(
    title="TorchScript, and what came after",
    section="Frameworks",
    typical_seconds=0.7,
    needs=("torch",),
)
def torch_compile(params: TorchCompileParams) -> Iterator[Output]:
    """The warning, four results beside the plain call, and what each made of the source."""
    import torch

    if params.backend == "inductor" and not has_compiler():
        yield Note(text="There is no C++ compiler here, so inductor cannot work: install g++, or take eager.")
        return
    torch.manual_seed(0)
    torch.compiler.reset()
    layer, v = new_layer(N, M), torch.rand(M)
    options = {"backend": params.backend, "options": ONE_THREAD if params.backend == "inductor" else None}
    with warnings.catch_warnings(record=True) as caught, torch.inference_mode():
        warnings.simplefilter("always")
        script, compiled_layer, exported = compiled(layer, v, options)
        plain, scripted, captured = (one(v).numpy() for one in (layer, script, compiled_layer))
        from_export = exported.module()(v).numpy()
    weights = [p.detach().numpy() for p in (layer.W, layer.linear.weight, layer.linear.bias)]
    results = {
        "plain": plain,
        "torch.jit.script": scripted,
        "torch.compile": captured,
        "torch.export": from_export,
        "jax.jit": np.asarray(forward(weights, v.numpy())),
    }
    rows: list[list[Cell]] = [[name, *y.tolist()] for name, y in results.items()]
    yield Table(label="length 3", columns=["by", "y₁", "y₂", "y₃"], rows=rows)
    warned = [line for message in sorted({str(w.message) for w in caught}) for line in wrap(message, 44)]
    yield Printed(label="torch.jit.script warns", lines=warned)
    yield Printed(label="TorchScript", lines=script.code.strip().splitlines())
    yield Printed(label="torch.export", lines=lines_of(exported.graph_module.code))
    yield from programs(forward, weights, v.numpy())
    apart = max(float(np.abs(plain - y).max()) for y in results.values())
    agree = f"The five differ by {apart:.1g} at most" if apart else "The five are equal to the last bit"
    compiler = "has" if has_compiler() else "lacks"
    yield Note(
        text=f"{agree}. torch.compile ran with {params.backend!r}; "
        f"this machine {compiler} the C++ compiler that its default, inductor, needs on a CPU."
    )


def has_compiler() -> bool:
    """Whether inductor will find a C++ compiler."""
    return any(map(shutil.which, ("g++", "clang++", "c++")))


def lines_of(code: str) -> list[str]:
    """The lines of generated code without blank ones and clean-up."""
    return [line.split(";  ")[0] for line in code.splitlines() if line.strip()]
