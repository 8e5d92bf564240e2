"""Every comparison is held against the roof of the machine, or it is said here why it cannot be."""

import ast
from collections.abc import Iterator

from tests.running import ROOT

FOLDER = ROOT / "experiments"
WITH = {
    "arrays.dispatch_cost: chain",
    "arrays.normalize: float32",
    "arrays.normalize: float64",
    "arrays.python_loop: f'{x.size:,} squares'",
    "arrays.python_loop: f'loops over {x.size:,} elements'",
    "compilation.checked: f'{a.size:,} reads'",
    "compilation.jit: f'{x.size:,} elements'",
    "compilation.jit_forms: f'sse of {params.size:,} by {params.size:,}'",
    "compilation.loops: f'{steps} steps of {SAMPLES} samples'",
    "compilation.unrolling: f'{n:,} iterations'",
    "compilation.widest_region: one step",
    "compilation.without_fusion: f'{x.size:,} elements'",
    "frameworks.pallas: f'{x.size:,} elements'",
    "performance.autograd: many slopes",
    "performance.benchmark_traps: float32",
    "performance.benchmark_traps: input in the cache",
    "performance.benchmark_traps: result not used",
    "performance.benchmark_traps: transfer timed",
    "performance.roofline: cached",
    "performance.scipy: one RMSE",
    "performance.sharding: the same gradient",
    "performance.xla: step",
    "transformations.composition: time of each order",
    "transformations.custom_transformation: what the loop costs",
    "transformations.jacobians: label",
    "transformations.vjp_jvp: J v",
    "transformations.vmap: a matrix times a batch",
}
WITHOUT = {
    "arrays.dispatch_cost: 4 integers": "so few numbers that the call is timed, not the work",
    "arrays.strict_inputs: 4 numbers plus 4 numbers": "so few numbers that the call is timed, not the work",
    "arrays.updates: label": "unlike work: one element is written in place, or all are copied",
    "compilation.compile_steps: x W + b": "so few numbers that the call is timed, not the work",
    "compilation.dead_code: f'{squarings:,} squarings'": "unlike work: jit deletes what eager does",
    "learning.scan_epoch: an epoch of digits": "a convolution can take fewer FLOPs than by its definition",
    "performance.async_dispatch: f": "refused before it is timed",
    "performance.benchmark_traps: array closed over": "unlike work: the compiler may do all of it",
    "performance.benchmark_traps: as they come": "refused before it is timed",
    "performance.benchmark_traps: float64": "not shown, and two more roofs take time",
    "performance.benchmark_traps: warm": "not shown, and one more roof takes time",
    "performance.exact_gradient: one fit": "the number of steps depends on the data",
    "performance.fits: one fit": "the number of steps depends on the data",
    "throw.many_throws: f'{angles.size} throws'": "how many steps a throw takes depends on the throw",
    "transformations.grad: derivative of x² at 3": "so few numbers that the call is timed, not the work",
}


def test_every_comparison_has_a_roof_or_a_reason() -> None:
    """A new one says its `work=`, or comes to the second table with its reason."""
    found = dict(comparisons())
    assert {name for name, has_work in found.items() if has_work} == WITH
    assert {name for name, has_work in found.items() if not has_work} == WITHOUT.keys()


def comparisons() -> Iterator[tuple[str, bool]]:
    """Module and label of each call of `compare` and `beside`, and whether it says the work."""
    for path in (path for path in FOLDER.glob("*/*.py") if path.parent.name != "helpers"):
        tree = ast.parse(path.read_text())
        timed = {name for name in ("compare", "beside") if imports(tree, name)}
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in timed:
                label = call.args[0]
                text = str(label.value) if isinstance(label, ast.Constant) else ast.unparse(label)
                has_work = any(keyword.arg == "work" for keyword in call.keywords)
                yield f"{path.parent.name}.{path.stem}: {text}", has_work


def imports(tree: ast.Module, name: str) -> bool:
    """Whether the module imports this name from another."""
    return any(
        alias.name == name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    )
