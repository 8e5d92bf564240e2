"""Before the talk: everything on the deck once, on the machine to be used, and go or no-go per slide."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import datetime

import httpx
from rich.markup import escape

from jaxlive.cli.cards import file_name
from jaxlive.cli.execute import Refused, local, machine, remote
from jaxlive.cli.floors import large, of_gpus, on_gpu
from jaxlive.cli.render import grid
from jaxlive.cli.show import FAILED, SUCCESS, console
from jaxlive.cli.slides import MAKE, Card, Deck, Slide, Unreadable, built, described
from jaxlive.cli.verdicts import Outcome, Verdict, of_build, of_card, of_claim, of_entries, of_machine
from jaxlive.lab.declare.experiment import Experiment, Params, experiments
from jaxlive.project import BUILT, project
from jaxlive.runs.admission import check, find
from jaxlive.runs.claims import Claim
from jaxlive.runs.errors import JaxliveError
from jaxlive.runs.models import Run
from jaxlive.web.serve import read_settings

Runner = Callable[[Experiment, Params], AsyncGenerator[Run]]
Outcomes = dict[str, Outcome]
Line = tuple[str, str, str, Verdict]
"""Slide, experiment, seconds and verdict."""


def preflight(*, server: str | None = None) -> int:
    """Run everything on the built deck and say go or no-go per slide; the exit code is 0 only for go.

    It's no-go if a run isn't done, a block or number is missing or a claim fails, if the deck isn't built, is
    older than its sources or loads from other hosts, or if disk or memory are short. You get a warning for
    slow runs and for old or missing recordings. On a GPU it also runs sizes that fill it: no-go if a time
    beats the data sheet, a warning if the GPU falls far short of it.

    Parameters
    ----------
    server
        Check the deck of the server at this address, over REST; without it, the one of JAXLIVE_DECK here.
    """
    try:
        return asyncio.run(_preflight(server))
    except Unreadable as error:
        console.print(f"no-go: {escape(str(error))}")
        return FAILED


async def _preflight(server: str | None) -> int:
    folder = read_settings().deck
    deck = await _deck_of(server) if server else built(folder)
    outcomes = await _outcomes(deck, server)
    rows = [row for slide in deck.slides for row in _rows(slide, outcomes)]
    checks = {"deck": await _served(server) if server else of_build(folder)}
    checks |= of_gpus(outcomes, large(experiments().values())) | ({} if server else of_machine())
    console.print(grid("slides", ("slide", "experiment", "seconds", "verdict"), rows))
    console.print(grid("machine", ("check", "verdict"), checks.items()))
    console.print(device_line(outcomes.values()))
    stopped = [row[0] for row in rows if row[3].stops] + [name for name, one in checks.items() if one.stops]
    console.print(f"no-go: {escape(', '.join(dict.fromkeys(stopped)))}" if stopped else "go")
    return FAILED if stopped else SUCCESS


async def _deck_of(server: str) -> Deck:
    """What the server's deck shows. Raises Unreadable."""
    async with httpx.AsyncClient(base_url=server) as client:
        answer = await client.get(f"/{BUILT}")
    if answer.is_error:
        raise Unreadable(f"{server} answers {answer.status_code} for /{BUILT}: there, {MAKE}")
    return described(answer.text, server)


async def _outcomes(deck: Deck, server: str | None) -> Outcomes:
    """Each experiment once for each setting in which the deck shows it or claims something of it."""
    claimed = [_claimed(claim) for slide in deck.slides for claim in slide.claims]
    once = {card.key: card for card in [*deck.runs, *claimed]}
    found: Outcomes = {}
    async with _runner(server) as runner:
        for number, (key, card) in enumerate(once.items(), 1):
            with console.status(f"{number} of {len(once)}: {card.name}"):
                found[key] = await _outcome(runner, card)
        for card in large(experiments().values()) if on_gpu(found.values()) else []:
            found[card.key] = await _outcome(runner, card)
    return found


def _claimed(claim: Claim) -> Card:
    """A claim speaks of a run with the default parameters."""
    return Card(name=claim.of)


@asynccontextmanager
async def _runner(server: str | None) -> AsyncGenerator[Runner]:
    if server:
        yield lambda experiment, params: remote(server, experiment.name, params.model_dump())
        return
    async with machine(spares=1) as services:
        yield lambda experiment, params: local(services, experiment, params)


async def _outcome(runner: Runner, card: Card) -> Outcome:
    """The run at its end, or why nobody would run it."""
    outcome: Outcome = f"{card.name} did not start"
    try:
        experiment = find(experiments(), card.name)
        async for run in runner(experiment, check(experiment, card.pinned)):
            outcome = run
    except (Refused, JaxliveError) as error:
        return str(error)
    return outcome


def _rows(slide: Slide, outcomes: Outcomes) -> list[Line]:
    shown = [_of_card(slide, card, outcomes[card.key]) for card in slide.runs]
    claimed = [(claim, outcomes[_claimed(claim).key]) for claim in slide.claims]
    return [*shown, *((slide.title, claim.of, "", of_claim(claim, outcome)) for claim, outcome in claimed)]


def _of_card(slide: Slide, card: Card, outcome: Outcome) -> Line:
    if isinstance(outcome, str):
        return slide.title, card.name, "", Verdict((f"{slide.place}: {outcome}",))
    experiment = experiments()[card.name]
    recording = newest_recording(file_name(experiment, check(experiment, card.pinned)))
    verdict = of_card(card, outcome, experiment.typical_seconds, recording)
    return slide.title, card.name, f"{outcome.elapsed_s:.1f}", verdict


def newest_recording(file: str) -> datetime | None:
    """When the newest recording of this name, of any machine, ended; a source's log does not say when."""
    found = project().recordings.glob(f"*/{file}")
    ends = (json.loads(one.read_text())["finished_at"] for one in found)  # blocks may be of an older format
    return max(map(datetime.fromisoformat, filter(None, ends)), default=None)


async def _served(server: str) -> Verdict:
    """Whether the server has a deck, and what its entry points load; its age only its own machine knows."""
    async with httpx.AsyncClient(base_url=server) as client:
        index = await client.get("/")
        if index.is_error:
            return Verdict((f"the server answers {index.status_code} for its first page: there, {MAKE}",))
        sheets = re.findall(r'href="(/[^"]+\.css)"', index.text)
        return of_entries([index.text, *[(await client.get(sheet)).text for sheet in sheets]])


def device_line(outcomes: Iterable[Outcome]) -> str:
    """What everything ran on."""
    ran = (one.environment for one in outcomes if isinstance(one, Run) and one.environment)
    devices = [device for environment in ran for device in environment.devices]
    gpus = dict.fromkeys(device.name for device in devices if device.kind == "gpu")
    return f"GPU: {escape(', '.join(gpus))}" if gpus else "no GPU: everything ran on the CPU"
