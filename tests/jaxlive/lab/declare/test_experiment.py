"""The registry: experiments are found, named once, and show their region."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from jaxlive.lab.declare.blocks import Note
from jaxlive.lab.declare.experiment import (
    MissingPackage,
    Output,
    Params,
    as_shown,
    experiment,
    experiments,
    region,
    require,
)
from jaxlive.project import BadTalk
from tests.running import ROOT


def test_experiments_are_found_with_what_a_slide_needs() -> None:
    found = experiments()
    assert {"normalize", "jit", "xla", "grad"} <= found.keys()
    for name, one in found.items():
        assert one.name == name == name.lower()
        assert one.title
        assert one.section.lower() == one.path.parent.name
        assert len(one.summary) > 20
        assert one.typical_seconds > 0
        assert one.source.code.strip()
        assert one.params() == one.params.model_validate({})
        assert one.params().bytes_needed() >= 0
        for field in one.params.model_fields.values():
            assert field.description


def test_variants_are_those_of_the_parameter() -> None:
    assert experiments()["xla"].variants == ("numpy", "pytorch", "jax")
    assert experiments()["grad"].variants == ()


def test_a_size_that_fills_memory_is_foretold() -> None:
    params = experiments()["xla"].params.model_validate({"matrix_size": 10_000})
    assert params.bytes_needed() > 4 * 8 * 10_000**2


def test_two_experiments_cannot_share_a_name() -> None:
    def jit(params: Params) -> Iterator[Output]:
        yield Note(text="never")

    with pytest.raises(BadTalk, match="two experiments are named 'jit'"):
        experiment(title="x", section="x", typical_seconds=1)(jit)


@pytest.mark.parametrize("bad", [{"device": "tpu"}, {"device": 1}, {"surprise": 1}])
def test_parameters_are_strict(bad: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Params.model_validate(bad)


def test_a_missing_region_says_what_to_add(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("x = 1\n")
    with pytest.raises(ValueError, match="# region slide"):
        region(file, "slide")
    found = region(ROOT / "experiments" / "compilation" / "jit.py", "slide")
    assert found.path == Path("experiments/compilation/jit.py")
    assert (ROOT / found.path).read_text().splitlines()[found.first_line - 1] == found.code.splitlines()[0]


def test_code_is_shown_without_words_to_the_formatter() -> None:
    own = region(ROOT / "experiments" / "frameworks" / "three_ways.py", "slide").code
    assert own.endswith("    jax.grad(total, (0, 1, 2))\n)")
    assert as_shown("f(  # fmt: skip\n  x)  # a\n") == "f(\n  x)  # a\n"


def test_a_missing_package_is_named_with_its_command() -> None:
    require(("numpy",))
    with pytest.raises(MissingPackage, match="pip install no_such_package"):
        require(("numpy", "no_such_package"))


def test_declaring_experiments_starts_no_backend() -> None:
    """Else the server and the command line would compute, and could not start processes safely."""
    code = "from jaxlive.lab.declare.experiment import experiments; experiments()"
    environment = os.environ | {"JAX_PLATFORMS": "nonsense"}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
