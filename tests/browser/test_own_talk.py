"""A talk of one's own, from the packages and outside of this checkout.

What they depend on is lent to it, as it is installed here; JAXLIVE_SOAK_TALK=fresh installs all of that anew,
and the newest Slidev too.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import windows
from tests.browser.profiles import Profiles
from tests.running import ROOT, free_port, wait_for

PACKAGES = ROOT / "packages"
FRESH = os.environ.get("JAXLIVE_SOAK_TALK") == "fresh"
INSTALL = ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline"]
NOT_LENT = shutil.ignore_patterns(".*-lock.json", ".vite*", "slidev-addon-jaxlive", "slidev-theme-academic")
BUILD = [] if FRESH else ["--no-build-isolation"]
NEWEST = "@slidev/cli@53.0.0"
pytestmark = pytest.mark.timeout(2000)  # ten times what it takes to install everything
ENVIRONMENT = {
    **{
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JAXLIVE_", "PYTEST_", "PYTHONPATH"))
    },
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",  # its python3 makes the talk's
    "PIP_FIND_LINKS": str(PACKAGES),
    "PIP_CONSTRAINT": str(ROOT / "constraints.txt"),
}
INSTALLED = {
    "pyproject.toml": """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "more-slopes"
version = "0.1.0"
[project.entry-points."jaxlive.experiments"]
more = "more_slopes"
""",
    "more_slopes/__init__.py": "",
    "more_slopes/cubed.py": '''"""The slope of x³ is 3x²."""
import jax
from jaxlive import Params, experiment, values
# region slide
slope = jax.grad(lambda x: x**3)
# endregion slide
@experiment(title="Cubed", section="Hello", typical_seconds=0.1)
def cubed(params: Params):
    """The slope at 2."""
    yield values("at 2", slope=slope(2.0))
''',
}
"""A package of experiments that is only installed, in files."""


def run(folder: Path, *command: str | Path) -> str:
    ended = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As the README says, and with a package of experiments beside it."""
    run(ROOT, "make", "packages")
    folder = tmp_path_factory.mktemp("talks")
    run(folder, Path(sys.executable).with_name("jaxlive"), "new", "my-talk")
    talk, more = folder / "my-talk", folder / "more"
    if not FRESH:
        lend_python(talk)
        shutil.copytree(ROOT / "node_modules", talk / "node_modules", True, NOT_LENT, link)
    run(talk, *INSTALL, *PACKAGES.glob("*.tgz"))
    run(talk, "make", ".venv/.ready", "dist/deck.json")
    for name, text in INSTALLED.items():
        (more / name).parent.mkdir(parents=True, exist_ok=True)
        (more / name).write_text(text)
    run(talk, ".venv/bin/python", "-m", "pip", "install", "--quiet", *BUILD, more)
    return talk


def lend_python(talk: Path) -> None:
    """An environment that has the engine from its package, and after its own packages those of this one.

    Pip is among those that are lent, until `make` brings its own.
    """
    run(talk, "python3", "-m", "venv", "--without-pip", ".venv")
    (site,) = talk.glob(".venv/lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"))
    install = ["-m", "pip", "install", "--quiet", "--no-deps", "--ignore-installed"]
    run(talk, ".venv/bin/python", *install, *PACKAGES.glob("*.whl"))


def link(source: str, to: str) -> None:
    """One file in both places, or a copy of it on another file system: npm replaces files, it edits none."""
    try:
        os.link(source, to)
    except OSError:
        shutil.copy2(source, to)


@pytest.fixture(scope="module")
def url(talk: Path) -> Iterator[str]:
    with served(talk) as address:
        yield address


@contextmanager
def served(talk: Path) -> Iterator[str]:
    """The address of the talk, of which nothing has run yet."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    settings = {"JAXLIVE_PORT": str(port), "JAXLIVE_HISTORY": str(talk / f"history-{port}.sqlite")}
    with subprocess.Popen([".venv/bin/jaxlive", "serve"], cwd=talk, env=ENVIRONMENT | settings) as process:
        try:
            wait_for(lambda: httpx.get(f"{url}/api/health").json()["ready"])
            yield url
        finally:
            process.terminate()


def click(page: Page) -> None:
    """Run the live slide's experiment and see its result."""
    expect(page.get_by_text("6.0")).to_have_count(0)
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_text("6.0")).to_be_visible()


def test_it_takes_the_engine_from_its_package(talk: Path) -> None:
    where = run(talk, ".venv/bin/python", "-c", "import jaxlive; print(jaxlive.__file__)")
    assert Path(where).is_relative_to(talk / ".venv")


def test_its_own_tests_pass(talk: Path) -> None:
    assert "1 passed" in run(talk, "make", "test")


def test_preflight_says_go(talk: Path) -> None:
    told = run(talk, ".venv/bin/jaxlive", "preflight")
    assert "go" in told
    assert "no-go" not in told


def test_a_click_shows_a_result(url: str, profiles: Profiles) -> None:
    with windows(profiles, url) as window:
        click(window("/2"))


def test_an_installed_package_of_experiments_shows_its_code(url: str) -> None:
    cubed = httpx.get(f"{url}/api/experiments/cubed").json()
    assert cubed["source"]["path"] == "more_slopes/cubed.py"
    assert cubed["source"]["code"] == "slope = jax.grad(lambda x: x**3)"
    run = httpx.post(f"{url}/api/experiments/cubed", timeout=100).json()
    assert run["blocks"][0]["items"][0]["data"] == 12


@pytest.mark.skipif(not FRESH, reason="make soak installs it")
def test_the_newest_slidev_too(talk: Path, profiles: Profiles) -> None:
    run(talk, *INSTALL, NEWEST)
    run(talk, "npm", "run", "build")
    with served(talk) as url, windows(profiles, url) as window:
        click(window("/2"))
