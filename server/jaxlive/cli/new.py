"""A new talk: the files of `starter/`, with its name."""

import re
from pathlib import Path

from jaxlive.cli.show import SUCCESS, console
from jaxlive.project import BadTalk

STARTER = Path(__file__).parents[1] / "starter"
PLACE = "NAME"
"""Stands in the files where the talk's name goes."""
SAFE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
TAKEN = ("jaxlive", "slidev-addon-jaxlive", "slidev-theme-academic")
LONGEST = 100


def new(name: str) -> int:
    """Write a new talk into a folder of this name: one live slide, its experiment and its test.

    Parameters
    ----------
    name
        Lower-case letters, digits and hyphens, such as my-talk.
    """
    folder = Path(name)
    check(name, folder)
    try:
        write(name, folder)
    except OSError as error:
        raise BadTalk(f"{error.filename or folder} cannot be written: {error.strerror}") from None
    console.print(f"{folder}/ is a talk: cd {folder} && make talk", markup=False, highlight=False)
    return SUCCESS


def check(name: str, folder: Path) -> None:
    """Raise BadTalk for a name that pip or npm refuses, or a folder that holds something."""
    if not SAFE.fullmatch(name) or len(name) > LONGEST:
        letters = f"at most {LONGEST} lower-case letters, digits and hyphens"
        raise BadTalk(f"{name!r} is no name for a talk: take {letters}, a letter first, such as my-talk")
    if name in TAKEN:
        raise BadTalk(f"{name!r} is the name of a package that the talk needs: take another, such as my-talk")
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise BadTalk(f"{folder} exists and is not an empty folder: take another name, or remove it")


def write(name: str, folder: Path) -> None:
    """The files, with the name in its places. Raises OSError."""
    for source in sorted(STARTER.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            file = folder / source.relative_to(STARTER)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(source.read_text().replace(PLACE, name))
