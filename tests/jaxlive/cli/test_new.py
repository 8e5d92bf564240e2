"""A new talk is whole: its test passes, and what is refused is told in a sentence."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from jaxlive.cli.new import LONGEST, STARTER, new, write
from jaxlive.project import BadTalk, read
from tests.running import ROOT

CLI = "from jaxlive.cli.commands import cli; cli()"


def run(folder: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": str(ROOT / "server")}
    environment.pop("JAXLIVE_PACKAGES", None)
    return subprocess.run(
        [sys.executable, "-P", *command], cwd=folder, env=environment, capture_output=True, text=True,
        check=False, timeout=100,
    )  # fmt: skip


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command writes."""
    folder = tmp_path_factory.mktemp("talks")
    ended = run(folder, "-c", CLI, "new", "my-talk")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "my-talk/ is a talk: cd my-talk && make talk\n"
    assert ended.stderr == ""
    return folder / "my-talk"


def test_it_holds_all_files_and_names_itself(talk: Path) -> None:
    files = {str(file.relative_to(talk)) for file in talk.rglob("*") if file.is_file()}
    assert files == {
        ".gitignore", "Makefile", "README.md", "package.json", "pyproject.toml", "slides.md",
        "experiments/__init__.py", "experiments/hello.py", "public/favicon.svg", "tests/test_hello.py",
    }  # fmt: skip
    assert not [file for file in files if "NAME" in (talk / file).read_text()]
    assert tomllib.loads((talk / "pyproject.toml").read_text())["project"]["name"] == "my-talk"
    assert json.loads((talk / "package.json").read_text())["name"] == "my-talk"
    assert (read(talk).root, read(talk).title, read(talk).experiments) == (talk, "my-talk", ["experiments"])


def test_its_own_test_passes(talk: Path) -> None:
    ended = run(talk, "-m", "pytest", "-q")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "1 passed" in ended.stdout


def test_its_experiment_runs_from_its_command_line(talk: Path) -> None:
    ended = run(talk, "-c", CLI, "hello", "--x", "2", "--json", "run.json")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    (block,) = json.loads((talk / "run.json").read_text())["blocks"]
    assert [(item["name"], item["data"]) for item in block["items"]] == [("square", 4), ("slope", 4)]


def test_it_pins_what_this_deck_pins(talk: Path) -> None:
    deck, new_deck = (json.loads((folder / "package.json").read_text()) for folder in (ROOT, talk))
    own, needed = deck["devDependencies"], new_deck["dependencies"]
    pinned = {name: version for name, version in needed.items() if own.get(name, "*") != "*"}
    assert {"@slidev/cli", "swagger-ui-dist"} <= pinned.keys()
    assert pinned == {name: own[name] for name in pinned}
    assert new_deck["overrides"].items() <= deck["overrides"].items()


@pytest.mark.parametrize(
    "name", ["My-Talk", "my talk", "-talk", "3d", "../talk", "", "täuschung", "a--b", "x" * (LONGEST + 1)]
)
def test_a_name_that_pip_or_npm_refuses_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadTalk, match="is no name for a talk: take at most 100 lower-case letters"):
        new(name)
    assert not any(tmp_path.iterdir())


def test_the_name_of_what_it_needs_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadTalk, match="'jaxlive' is the name of a package that the talk needs"):
        new("jaxlive")


def test_a_folder_that_holds_something_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "diary").touch()
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    for name in ("full", "file"):
        ended = run(tmp_path, "-c", CLI, "new", name)
        assert ended.returncode
        assert ended.stderr == f"{name} exists and is not an empty folder: take another name, or remove it\n"
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["diary"]
    assert run(tmp_path, "-c", CLI, "new", "empty").returncode == 0


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "my-talk")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(BadTalk, match="my-talk cannot be written: Permission denied"):
        new("my-talk")


def test_the_starter_is_written_as_it_is_but_for_the_name(tmp_path: Path) -> None:
    write("NAME", tmp_path)
    for source in STARTER.glob("*.*"):
        assert (tmp_path / source.name).read_text() == source.read_text()
