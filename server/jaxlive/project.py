"""Where the talk is, and what it says of itself: the table `[tool.jaxlive]` of its pyproject.toml."""

import os
import sys
import tomllib
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

FILE = "pyproject.toml"
GROUP = "jaxlive.experiments"
"""Of entry points: packages of experiments that are installed."""

BUILT = "deck.json"
"""What jaxlive-deck writes beside a built deck: its slides, and what each shows."""


class BadTalk(Exception):
    """The talk cannot be used as it is; the message says what to correct."""


class Table(BaseModel):
    """The table `[tool.jaxlive]`; its folders are relative to the talk's."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str = Field("A live talk", description="a string")
    experiments: list[str] | None = Field(None, description="a list of packages")
    deck: Path = Field(Path("dist"), description="the folder of the built deck, a string")
    recordings: Path = Field(Path("recordings"), description="the folder of recordings, a string")
    variables: list[str] = Field([], description="a list of environment variables")
    home: str = Field("", description="the address where the talk stays, a string")


class Project(BaseModel):
    """A talk: its folder, and its table with whole paths.

    Edited code may see the `variables`, and read the folders that they name.
    """

    model_config = ConfigDict(frozen=True)

    root: Path
    title: str
    home: str
    experiments: list[str]
    deck: Path
    recordings: Path
    variables: list[str]


@cache
def project() -> Project:
    """The talk of the current folder, or of the one that JAXLIVE_PROJECT names. Raises BadTalk."""
    return read(Path(os.environ.get("JAXLIVE_PROJECT") or Path.cwd()))


def read(folder: Path) -> Project:
    """The talk of a folder: the first pyproject.toml with the table, from there upwards. Raises BadTalk.

    Without one it is the folder itself, with the defaults.
    """
    folder = folder.absolute()
    for root in (folder, *folder.parents):
        table = _table(root / FILE)
        if table is not None:
            return _described(root, table)
    return _described(folder, {})


def _table(file: Path) -> Any:
    """What the file has as `[tool.jaxlive]`; None without the file or the table."""
    if not file.is_file():
        return None
    try:
        tools = tomllib.loads(file.read_text(encoding="utf-8")).get("tool")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadTalk(f"{file} cannot be read: {error}; correct it, or run this in another folder") from None
    return tools.get("jaxlive") if isinstance(tools, dict) else None


def _described(root: Path, table: Any) -> Project:
    try:
        said = Table.model_validate(table)
    except ValidationError as error:
        raise BadTalk(f"{root / FILE}: {'; '.join(map(_wrong, error.errors()))}") from None
    default = [name for name in ("experiments",) if (root / name).is_dir()]
    return Project(
        root=root, title=said.title, home=said.home,
        experiments=default if said.experiments is None else said.experiments,
        deck=root / said.deck, recordings=root / said.recordings, variables=said.variables,
    )  # fmt: skip


def _wrong(error: Any) -> str:
    """What is wrong with a key: its name, what was got, what is expected."""
    key = next(iter(error["loc"]), "")
    if field := Table.model_fields.get(key):
        return f"[tool.jaxlive] {key} is {error['input']!r}, expected {field.description}"
    if not key:
        return f"tool.jaxlive is {error['input']!r}, expected a table"
    return f"[tool.jaxlive] has no key {key!r}, expected {', '.join(Table.model_fields)}"


def packages() -> dict[str, str]:
    """Packages of experiments, each with the setting that names it.

    They are the talk's own, those of installed distributions, and what JAXLIVE_PACKAGES lists, with commas.
    """
    listed = filter(None, os.environ.get("JAXLIVE_PACKAGES", "").split(","))
    points = entry_points(group=GROUP)
    return {
        **dict.fromkeys(listed, "JAXLIVE_PACKAGES"),
        **{point.module: f"the entry point {point.name!r} of {GROUP}" for point in points},
        **dict.fromkeys(project().experiments, f"[tool.jaxlive] experiments in {project().root / FILE}"),
    }


def python_path() -> str:
    """PYTHONPATH for a process that starts in another folder than the talk's."""
    return os.pathsep.join(filter(None, [str(project().root), os.environ.get("PYTHONPATH")]))


def shown_path(path: Path) -> Path:
    """A file's path from the talk's folder on; that of an installed package from the folder that holds it."""
    root = project().root
    if path.is_relative_to(root) and not path.is_relative_to(sys.prefix):
        return path.relative_to(root)
    top = next(folder for folder in path.parents if not (folder / "__init__.py").exists())
    return path.relative_to(top)
