import importlib.util
import inspect
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlive.lab.declare.blocks import Program, Stage
from jaxlive.lab.programs.stages import cache_misses, compilations, cost, is_ready, operations, programs
from tests.experiments.running import check_mapped, mapped_share


def formula(x: Any) -> Any:
    y = 0.2 * x
    y = y + jnp.sin(x)
    return y + jnp.cos(2 * x)


def spread(x: Any) -> Any:
    centred = x - x.mean()
    return centred / x.std()


def doubled(x: Any) -> Any:
    def step(total: Any, _: None) -> Any:
        return 2 * total, total

    return jax.lax.scan(step, x, None, length=3)


def solved(x: Any) -> Any:
    ordered = jnp.sort(x + jnp.eye(8))
    return jnp.linalg.solve(ordered, x)


def square(x: Any) -> Any:
    return jnp.sum(x**2)


def program(function: Any) -> Program:
    (made,) = programs(jax.jit(function), np.ones((8, 8), np.float32))
    return made


def stages(made: Program) -> dict[str, Stage]:
    return {stage.name: stage for stage in made.stages}


def line_of(stage: Stage, part: str) -> int | None:
    """The line that the first line of text with this part maps to."""
    texts = zip(stage.text.splitlines(), stage.lines, strict=True)
    return next(line for text, line in texts if part in text)


def test_the_four_stages_come_in_order_with_their_counts() -> None:
    made = program(formula)
    assert [stage.name for stage in made.stages] == ["python", "jaxpr", "stablehlo", "hlo"]
    assert [stage.counted for stage in made.stages] == ["lines", "equations", "operations", "instructions"]
    assert made.label == "formula"
    assert [stage.count for stage in made.stages[:2]] == [4, 6]


def test_python_lines_are_those_of_the_file() -> None:
    python = stages(program(formula))["python"]
    source, first = inspect.getsourcelines(formula)
    assert python.text == "".join(source).rstrip()
    assert python.lines == list(range(first, first + 4))


def test_python_has_no_words_to_the_formatter() -> None:
    def twice(x: jax.Array) -> jax.Array:
        return (x
            + x)  # fmt: skip

    assert stages(program(twice))["python"].text.endswith("+ x)")


@pytest.mark.parametrize("stage", ["jaxpr", "stablehlo", "hlo"])
def test_the_sine_maps_to_its_line_in_every_stage(stage: str) -> None:
    name = {"jaxpr": "sin ", "stablehlo": "stablehlo.sine", "hlo": " sine("}[stage]
    assert line_of(stages(program(formula))[stage], name) == inspect.getsourcelines(formula)[1] + 2


@pytest.mark.parametrize("function", [formula, spread, doubled, solved, jax.grad(square)])
def test_all_equations_map_to_lines_of_the_function(function: Any) -> None:
    made = stages(program(function))
    check_mapped(made["jaxpr"], least=1)
    check_mapped(made["stablehlo"], least=1)
    check_mapped(made["hlo"], least=0.7)  # its parameters, and copies at its end, have no line
    body = set(made["python"].lines)
    for name in ("jaxpr", "stablehlo", "hlo"):
        assert {line for line in made[name].lines if line} <= body


def test_what_a_library_function_does_maps_to_its_call() -> None:
    made = stages(program(spread))
    last_line = inspect.getsourcelines(spread)[1] + 2
    assert line_of(made["jaxpr"], "sqrt") == last_line
    assert line_of(made["stablehlo"], "stablehlo.sqrt") == last_line


def test_the_body_of_a_loop_maps_to_its_own_line() -> None:
    assert line_of(stages(program(doubled))["jaxpr"], "mul") == inspect.getsourcelines(doubled)[1] + 2


def test_a_library_of_many_frames_maps_to_the_line_that_calls_it(tmp_path: Path) -> None:
    """JAX takes the frames of other libraries for the user's."""
    path = tmp_path / "library.py"
    path.write_text("def deep(x, n):\n    return deep(x, n - 1) if n else 3 * x\n")
    spec = importlib.util.spec_from_file_location("library", path)
    assert spec
    assert spec.loader
    library = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(library)

    def calls(x: Any) -> Any:
        return library.deep(x, 5)

    line = inspect.getsourcelines(calls)[1] + 1
    made = stages(program(calls))
    assert line_of(made["stablehlo"], "multiply") == line
    assert line_of(made["hlo"], "multiply(") == line
    if jax.__version_info__ >= (0, 10):  # before, the pretty-printer tells one frame
        assert line_of(made["jaxpr"], "mul") == line


def test_a_jaxpr_that_is_used_again_counts_once() -> None:
    def twice(x: Any) -> Any:
        return jnp.var(x) + jnp.var(x + 1)

    def once(x: Any) -> Any:
        return jnp.var(x)

    outside = 3  # x + 1, the second call, the sum
    assert stages(program(twice))["jaxpr"].count == (stages(program(once))["jaxpr"].count or 0) + outside


def test_instructions_within_fusions_are_counted_and_fusions_named() -> None:
    hlo = stages(program(spread))["hlo"]
    assert hlo.count == sum(" = " in line for line in hlo.text.splitlines())
    assert hlo.fusions
    assert all(f"%{name} = " in hlo.text for name in hlo.fusions)
    assert not any(stage.fusions for stage in program(spread).stages[:3])


def test_texts_carry_no_location_and_no_metadata() -> None:
    made = stages(program(formula))
    assert "# " not in made["jaxpr"].text
    assert "loc(" not in made["stablehlo"].text
    assert "metadata" not in made["hlo"].text
    assert "FileNames" not in made["hlo"].text


def test_a_function_with_some_arguments_given_is_shown_itself() -> None:
    def scaled(factor: float, x: Any) -> Any:
        return factor * x

    made = program(partial(scaled, 3.0))
    assert made.label == "scaled"
    assert mapped_share(made.stages[1]) == 1


def test_an_earlier_trace_is_not_shown() -> None:
    function = jax.jit(spread)
    function(np.ones((8, 8), np.float32))
    (made,) = programs(function, np.ones((8, 8), np.float32))
    check_mapped(made.stages[1], least=1)


def test_the_compiler_tells_its_cost() -> None:
    told = program(formula).cost
    assert told
    assert told.flops
    assert told.bytes == pytest.approx(2 * 8 * 8 * 4)
    assert told.peak_memory_bytes
    assert cost(jax.jit(formula), np.ones((8, 8), np.float32)) == told


def test_compilations_are_told_while_listened_to() -> None:
    @jax.jit
    def cube(x: Any) -> Any:
        return x**3

    with compilations() as names:
        for x in (np.ones(3), np.ones(3), np.ones(4)):
            cube(x)
        assert names is not None
        assert [name for name in names if "cube" in name] == names
        assert len(names) == 2
    cube(np.ones(5))
    assert len(names) == 2


def test_cache_misses_are_told_without_places(caplog: pytest.LogCaptureFixture) -> None:
    @jax.jit
    def cube(x: Any) -> Any:
        return x**3

    with cache_misses() as reasons:
        for x in (np.ones(3, np.float32), np.ones(3, np.float32), np.ones(4, np.float32)):
            cube(x)
    cube(np.ones(5, np.float32))
    assert reasons == ["never seen function", "at x, now f32[4] and before f32[3]"]
    assert not caplog.records


def test_a_finished_array_is_ready() -> None:
    assert is_ready(jnp.ones(3).block_until_ready())


def test_operations_are_those_in_loops_and_calls_too() -> None:
    assert operations(lambda x: doubled(x + 1), 1.0) == ["add", "scan", "mul"]
    assert operations(jax.jit(square), 1.0)[1:] == operations(square, 1.0)
