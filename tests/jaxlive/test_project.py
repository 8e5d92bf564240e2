"""Where the talk is, what it says of itself, and the sentences for what is wrong with it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from jaxlive.lab.declare.experiment import experiments
from jaxlive.project import BadTalk, Project, project, read, shown_path
from tests.running import ROOT

ENGINE = ROOT / "server" / "jaxlive"
HELLO = '''"""A greeting, which is all that this experiment is there for."""

from jaxlive.lab.declare.blocks import Note
from jaxlive.lab.declare.experiment import Params, experiment

# region slide
GREETING = "hello"
# endregion slide


@experiment(title="Hello", section="Hello", typical_seconds=0.1)
def {name}(params: Params):
    yield Note(text=GREETING)
'''
CLI = "from jaxlive.cli.commands import cli; cli()"
SERVE = "import runpy; runpy.run_module('jaxlive', run_name='__main__')"
LISTED = """
import json
from fastapi.testclient import TestClient
from jaxlive.lab.declare.experiment import experiments
from jaxlive.settings import Settings
from jaxlive.web.app import create_app
client = TestClient(create_app(Settings(history=None), experiments()), base_url="http://127.0.0.1")
print(json.dumps([(one["name"], one["source"]["path"]) for one in client.get("/api/experiments").json()]))
"""


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """The folder of a talk, with its table and no experiments."""
    folder = tmp_path / "talk"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("[tool.jaxlive]\n")
    return folder


def package(folder: Path, name: str, **modules: str) -> Path:
    """A package with these modules."""
    made = folder / name
    made.mkdir(parents=True)
    (made / "__init__.py").touch()
    for module, text in modules.items():
        (made / f"{module}.py").write_text(text)
    return made


def run(folder: Path, code: str, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Code in this folder as a console script has it: the folder is not on the path."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "server"), "JAXLIVE_PORT": "0"} | variables
    return subprocess.run(
        [sys.executable, "-P", "-c", code, *words], cwd=folder, env=environment, capture_output=True,
        text=True, check=False, timeout=100,
    )  # fmt: skip


def test_this_talk_is_described() -> None:
    own = project()
    assert (own.root, own.title, own.experiments) == (ROOT, "JAX, live", ["experiments"])
    assert (own.deck, own.recordings) == (ROOT / "dist", ROOT / "recordings")
    assert own.variables == ["JAXLIVE_MNIST_DIR"]


def test_the_nearest_table_is_that_of_the_talk(talk: Path) -> None:
    (talk / "pyproject.toml").write_text(
        '[tool.jaxlive]\ntitle = "Mine"\ndeck = "built"\nexperiments = ["a.b"]\n'
    )
    inner = talk / "server"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[tool.other]\n")
    assert read(inner) == Project(
        root=talk, title="Mine", experiments=["a.b"], deck=talk / "built", recordings=talk / "recordings",
        variables=[], home="",
    )  # fmt: skip


def test_without_a_table_the_folder_is_a_talk_with_defaults(tmp_path: Path) -> None:
    assert read(tmp_path).root == tmp_path
    assert read(tmp_path).experiments == []
    (tmp_path / "experiments").mkdir()
    assert read(tmp_path).experiments == ["experiments"]
    assert read(tmp_path).deck == tmp_path / "dist"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[tool.jaxlive]\ntittle = 'x'\n", "has no key 'tittle', expected title, experiments, deck"),
        ("[tool.jaxlive]\ntitle = 3\n", "title is 3, expected a string"),
        ("[tool.jaxlive]\nexperiments = 'mine'\n", "experiments is 'mine', expected a list of packages"),
        ("[tool.jaxlive]\nexperiments = [3]\n", "experiments is 3, expected a list of packages"),
        ("[tool.jaxlive]\ndeck = false\n", "deck is False, expected the folder of the built deck, a string"),
        ("[tool.jaxlive]\nvariables = {}\n", "variables is {}, expected a list of environment variables"),
        ("[tool]\njaxlive = 3\n", "tool.jaxlive is 3, expected a table"),
        ("[tool.jaxlive\n", "cannot be read: "),
    ],
)
def test_a_wrong_table_is_told_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    with pytest.raises(BadTalk, match=re.escape(sentence)) as told:
        read(tmp_path)
    assert str(tmp_path / "pyproject.toml") in str(told.value)
    assert "\n" not in str(told.value)


def test_a_path_is_shown_from_the_talk_on_or_from_its_package_on(tmp_path: Path) -> None:
    assert shown_path(ROOT / "experiments" / "x.py") == Path("experiments/x.py")
    package(tmp_path, "more_experiments", hello="")
    assert shown_path(tmp_path / "more_experiments" / "hello.py") == Path("more_experiments/hello.py")


@pytest.mark.parametrize(("code", "words"), [(SERVE, []), (CLI, ["--help"]), (CLI, ["serve"])])
def test_every_command_tells_of_a_wrong_table(talk: Path, code: str, words: list[str]) -> None:
    (talk / "pyproject.toml").write_text("[tool.jaxlive]\ntittle = 'x'\n")
    ended = run(talk, code, *words)
    assert ended.returncode
    assert "has no key 'tittle'" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(("code", "words"), [(SERVE, []), (CLI, ["record", "--machine", "x"])])
@pytest.mark.parametrize(
    ("modules", "sentence"),
    [
        (None, "of mine cannot be imported (ModuleNotFoundError: No module named 'mine'): correct [tool.ja"),
        ({"hello": "import jax\n1 / 0\n"}, "ZeroDivisionError: division by zero at "),
        ({"hello": "def f(:\n"}, "mine.hello cannot be imported (SyntaxError: "),
        (dict.fromkeys(["hello", "other"], HELLO.format(name="hello")), "two experiments are named 'hello'"),
    ],
    ids=["no package", "raises", "syntax", "same name"],
)
def test_bad_experiments_are_told_in_a_sentence(
    talk: Path, code: str, words: list[str], modules: dict[str, str] | None, sentence: str
) -> None:
    (talk / "pyproject.toml").write_text('[tool.jaxlive]\nexperiments = ["mine"]\n')
    if modules:
        package(talk, "mine", **modules)
    ended = run(talk, code, *words)
    assert ended.returncode
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_package_is_found_where_the_talk_is_whatever_the_current_folder(talk: Path) -> None:
    package(talk, "experiments", hello=HELLO.format(name="hello"))
    (talk / "notes").mkdir()
    for folder, variables in ((talk / "notes", {}), (talk.parent, {"JAXLIVE_PROJECT": "talk"})):
        ended = run(folder, LISTED, **variables)
        assert json.loads(ended.stdout) == [["hello", "experiments/hello.py"]], ended.stderr


def test_packages_may_be_elsewhere(talk: Path, tmp_path: Path) -> None:
    """One that JAXLIVE_PACKAGES lists, and one that is installed and has an entry point."""
    package(tmp_path / "elsewhere", "listed", one=HELLO.format(name="one"))
    package(tmp_path / "site", "installed_talk", two=HELLO.format(name="two"))
    metadata = tmp_path / "site" / "installed_talk-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: installed-talk\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[jaxlive.experiments]\nmore = installed_talk\n")
    path = os.pathsep.join(map(str, (ROOT / "server", tmp_path / "elsewhere", tmp_path / "site")))
    ended = run(talk, LISTED, PYTHONPATH=path, JAXLIVE_PACKAGES="listed")
    assert json.loads(ended.stdout) == [["one", "listed/one.py"], ["two", "installed_talk/two.py"]], (
        ended.stderr
    )


def test_a_talk_without_experiments_says_so(talk: Path) -> None:
    ended = run(talk, LISTED)
    assert json.loads(ended.stdout) == []
    assert (
        f"no experiments: name packages that have some in [tool.jaxlive] experiments of {talk}"
        in ended.stderr
    )


def test_record_tells_which_slide_names_an_experiment_that_does_not_exist(talk: Path) -> None:
    package(talk, "experiments", hello=HELLO.format(name="hello"))
    (talk / "slides.md").write_text('# One\n\n---\n\n# Two\n\n<Experiment name="helo" />\n')
    (talk / "node_modules").symlink_to(ROOT / "node_modules")
    ended = run(talk, CLI, "record", "--machine", "x")
    assert ended.returncode
    assert ended.stderr.strip() == "slides.md:4: no experiment 'helo': try hello"


WORDS = {"grad", "install", "jaxpr", "jit", "passes", "scipy", "timeline", "tools", "vmap"}
"""Everyday ones, which are names in this talk too."""
PAGES = "".join(page.read_text() for page in (ROOT / "slides").rglob("*.md"))
ALIASES = re.findall(r"^routeAlias: (\S+)$", PAGES, re.MULTILINE)
MACHINES = [folder.name for folder in (ROOT / "recordings").iterdir()]
NAMES = {*experiments(), *ALIASES, *MACHINES} - WORDS


@pytest.mark.parametrize("file", sorted(ENGINE.rglob("*.py")), ids=lambda file: str(file.relative_to(ENGINE)))
def test_the_engine_names_nothing_of_this_talk(file: Path) -> None:
    text = file.read_text()
    named = [name for name in NAMES if re.search(rf"""["'`<]{name}["'`>.]""", text)]
    named += [name for name in NAMES if "-" in name and re.search(rf"\b{name}\b", text)]
    assert not named
    assert "experiments/" not in text.replace("/experiments/", "")
