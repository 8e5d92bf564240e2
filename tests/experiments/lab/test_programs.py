import inspect
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from experiments.lab.blocks import Program, Stage
from experiments.lab.programs import programs
from tests.experiments.running import check_mapped


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
    assert [stage.counted for stage in made.stages[:3]] == ["lines", "equations", "operations"]
    assert made.label == "formula"
    assert [stage.count for stage in made.stages[:2]] == [4, 6]


def test_python_lines_are_those_of_the_file() -> None:
    python = stages(program(formula))["python"]
    source, first = inspect.getsourcelines(formula)
    assert python.text == "".join(source).rstrip()
    assert python.lines == list(range(first, first + 4))


@pytest.mark.parametrize("stage", ["jaxpr", "stablehlo", "hlo"])
def test_the_sine_maps_to_its_line_in_every_stage(stage: str) -> None:
    name = {"jaxpr": "sin ", "stablehlo": "stablehlo.sine", "hlo": " sine("}[stage]
    assert line_of(stages(program(formula))[stage], name) == inspect.getsourcelines(formula)[1] + 2


@pytest.mark.parametrize("function", [formula, spread, doubled])
def test_all_equations_map_to_lines_of_the_function(function: Any) -> None:
    made = stages(program(function))
    check_mapped(made["jaxpr"], least=1)
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


def test_texts_carry_no_location_and_no_metadata() -> None:
    made = stages(program(formula))
    assert "# " not in made["jaxpr"].text
    assert "loc(" not in made["stablehlo"].text
    assert "metadata" not in made["hlo"].text
    assert "FileNames" not in made["hlo"].text


def test_the_compiler_tells_its_cost() -> None:
    cost = program(formula).cost
    assert cost
    assert cost.flops
    assert cost.bytes == pytest.approx(2 * 8 * 8 * 4)
