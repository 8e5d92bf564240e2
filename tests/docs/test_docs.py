"""The documents are true of the code: completeness is tested."""

import re

import pytest

from jaxlive.cli.slides import written
from jaxlive.lab.declare.experiment import Experiment, experiments
from jaxlive.settings import Settings
from jaxlive.web.app import create_app
from tests.running import ROOT

README = (ROOT / "README.md").read_text()
API = (ROOT / "docs" / "api.md").read_text()
COVERAGE = (ROOT / "docs" / "coverage.md").read_text()
DECLARED = experiments()
TITLES = {slide.title for slide in written().slides}
ROWS = re.findall(r"^\| ([EBDQ]\d\d) \|.*\| (.+) \|$", COVERAGE, re.MULTILINE)


def test_every_route_is_documented() -> None:
    for path, methods in create_app(Settings(), experiments()).openapi()["paths"].items():
        name = re.sub(r"^/api/experiments/(?!\{).+", "/api/experiments/NAME", path)
        for method in methods:
            assert f"| `{method.upper()} {name}` |" in API


def test_every_setting_is_documented_with_its_default() -> None:
    for name, field in Settings.model_fields.items():
        row = re.search(rf"^\| `JAXLIVE_{name.upper()}` \| (.+?) \|", API, re.MULTILINE)
        assert row, f"docs/api.md lacks JAXLIVE_{name.upper()}"
        if isinstance(field.default, (int, float)):
            assert float(row[1]) == field.default


def test_every_row_of_the_sources_is_covered_once() -> None:
    last = {"E": 39, "B": 35, "D": 30, "Q": 42}
    assert [row for row, _ in ROWS] == [f"{key}{n:02}" for key in last for n in range(1, last[key] + 1)]


@pytest.mark.parametrize(("row", "place"), ROWS)
def test_a_row_names_what_exists(row: str, place: str) -> None:
    named, slides = (re.findall(rf"{what}s? `([^`]+)`", place) for what in ("experiment", "slide"))
    for name in named:
        assert name in DECLARED
        check_within(place, DECLARED[name])
    assert set(slides) <= TITLES
    elsewhere = re.search(r"GET /api|main\.py|pytest -m|make lint|themes/academic", place)
    assert named or slides or elsewhere


def check_within(place: str, experiment: Experiment) -> None:
    """The labels, parameters, variants and regions that a row names are the experiment's."""
    code = "".join(file.read_text() for file in experiment.path.parent.glob("*.py"))
    for label in re.findall(r'"([^"]+)"', place):
        assert label in code or "5 by 5" in label
    for parameter in re.findall(r"parameters? `([^`]+)`", place):
        assert parameter in experiment.params.model_fields
    for variant in re.findall(r"variant `([^`]+)`", place):
        assert variant in experiment.variants
    for region in re.findall(r"region `([^`]+)`", place):
        assert f"# region {region}" in code


@pytest.mark.parametrize(
    "target", [*re.findall(r"^make (\w+) ", README, re.MULTILINE), "dev", "format", "types", "bench"]
)
def test_every_make_target_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_readme_links_to_files() -> None:
    for link in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
