"""The documents are true of the code: completeness is tested."""

import re

import pytest

from experiments.lab.experiment import experiments
from server.app import create_app
from server.settings import Settings
from tests.running import ROOT

README = (ROOT / "README.md").read_text()
API = (ROOT / "docs" / "api.md").read_text()
COVERAGE = (ROOT / "docs" / "coverage.md").read_text()
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


def test_every_row_of_the_coverage_names_what_exists() -> None:
    assert len(ROWS) >= 21
    assert len({row for row, _ in ROWS}) == len(ROWS)
    declared = experiments()
    for row, place in ROWS:
        if named := re.findall(r"experiment `([^`]+)`", place):
            (name,) = named
            assert name in declared, f"{row}: {name}"
            file = (ROOT / declared[name].source.path).read_text()
            for label in re.findall(r'"([^"]+)"', place):
                assert label in file or "5 by 5" in label
            for parameter in re.findall(r"parameter `([^`]+)`", place):
                assert parameter in declared[name].params.model_fields
            for variant in re.findall(r"variant `([^`]+)`", place):
                assert variant in declared[name].variants
        else:
            assert "GET /api" in place or "main.py" in place


def test_every_experiment_covers_a_row() -> None:
    named = {name for _, place in ROWS for name in re.findall(r"experiment `([^`]+)`", place)}
    assert named == experiments().keys()


@pytest.mark.parametrize(
    "target", [*re.findall(r"^make (\w+) ", README, re.MULTILINE), "dev", "format", "types", "bench"]
)
def test_every_make_target_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_readme_links_to_files() -> None:
    for link in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
