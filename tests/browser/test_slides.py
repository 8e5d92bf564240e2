"""Every experiment is run, then the slides are walked through: idle, and with results in light and in dark.

Nothing overflows, nobody is kept out, cards show their results, and what a slide imports is code that runs.
The walk is through the main talk; JAXLIVE_SOAK_SLIDES=all goes through the appendix too.
"""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from experiments.lab.blocks import AnyBlock
from experiments.lab.experiment import Params, experiments
from server.models import Run
from server.store import Store
from tests.browser.axe import load_axe
from tests.browser.cards import cards_once, deck, params, run_card, walked
from tests.browser.conftest import card, go, slide_count, windows
from tests.browser.walk import Seen, expect_results, imported, look
from tests.running import ROOT, RunningServer, running_server

pytestmark = pytest.mark.timeout(1800)
DECLARED = experiments()
AT_MOST_S = {"mnist": 30.0}
IDLE = 20
"""Slides that axe looks at without results: the cards of the others are idle in the same way."""
Rehearsed = dict[str, Run]
Results = dict[Params, list[AnyBlock]]


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Rehearsed:
    """Every experiment with its default parameters, by the command that runs them all."""
    folder = tmp_path_factory.mktemp("logs")
    command = [sys.executable, "main.py", "all", "--json-dir", str(folder)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(ended.stdout[-2000:], ended.stderr[-2000:])
    assert ended.returncode == 0
    return {name: Run.model_validate_json((folder / f"{name}.json").read_text()) for name in DECLARED}


@pytest.fixture(scope="module")
def server(rehearsed: Rehearsed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """These runs are its history."""
    file = tmp_path_factory.mktemp("history") / "history.sqlite"
    store = Store(file)
    for run in rehearsed.values():
        store.save(run, run.model_dump_json(), [])
    store.close()
    with running_server(history=str(file)) as running:
        yield running


@pytest.fixture(scope="module")
def results(rehearsed: Rehearsed, server: RunningServer) -> Results:
    """The blocks of a result for each card; what was not rehearsed is run now."""
    found: Results = {DECLARED[name].params(): run.blocks for name, run in rehearsed.items()}
    for one in cards_once(walked().values()):
        if params(one) not in found:
            found[params(one)] = run_card(server.client, one).blocks
    return found


@pytest.fixture(scope="module")
def idle(browser: Browser) -> Iterator[Seen]:
    """Nothing has run on the server of this walk."""
    seen = Seen()
    with running_server() as server, windows(browser, server.url) as window:
        page = window("/2")
        assert slide_count(page) == len(deck().slides)
        load_axe(page)
        for number in walked():
            go(page, number)
            if card(page).count():
                expect(card(page).first).not_to_have_attribute("data-state", "away")
            look(page, number, seen, *(["light", "dark"] if number <= IDLE else []))
            seen.imports += imported(page)
        yield seen


@pytest.fixture(scope="module", params=["light", "dark"])
def shown(request: pytest.FixtureRequest, browser: Browser, server: RunningServer, results: Results) -> Seen:
    """Each card has its result."""
    seen = Seen()
    with windows(browser, server.url) as window:
        page = window("/2", color_scheme=request.param)
        load_axe(page)
        assert page.evaluate("document.documentElement.classList.contains('dark')") == (
            request.param == "dark"
        )
        for number, slide in walked().items():
            go(page, number)
            expect_results(page, slide)
            look(page, number, seen, request.param)
    return seen


@pytest.mark.parametrize("name", DECLARED)
def test_an_experiment_is_done_and_names_its_machine(rehearsed: Rehearsed, name: str) -> None:
    run = rehearsed[name]
    assert run.status == "done", run.problem
    assert run.blocks
    assert run.environment
    assert run.environment.versions["jax"]
    assert not [block.cut for block in run.blocks if block.cut]


@pytest.mark.parametrize("name", DECLARED)
def test_an_experiment_is_short_enough_for_a_talk(name: str) -> None:
    assert DECLARED[name].typical_seconds <= AT_MOST_S.get(name, 10.0)


def test_no_idle_slide_overflows(idle: Seen) -> None:
    assert idle.outside == []


def test_no_idle_slide_keeps_anyone_out(idle: Seen) -> None:
    assert idle.barriers == []


def test_imported_code_is_code_that_runs(idle: Seen) -> None:
    """Each line of what a slide imports stands in a file of experiments/."""
    pages = {slide.page for slide in walked().values()}
    assert idle.imports == sum((ROOT / "slides" / page).read_text().count("\n<<< ") for page in pages)


def test_slides_show_blocks_that_exist(results: Results) -> None:
    """On every slide, as far as its cards were run."""
    for one in deck().runs:
        missing = one.missing(results[params(one)]) if params(one) in results else []
        assert not missing, f"{one.key} has no block {missing}"


def test_no_slide_overflows_with_results_shown(shown: Seen) -> None:
    assert shown.outside == []


def test_no_slide_with_results_keeps_anyone_out(shown: Seen) -> None:
    assert shown.barriers == []
