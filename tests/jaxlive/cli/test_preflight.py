"""Go or no-go before the talk: small decks against a real server."""

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from textwrap import dedent

import pytest

from jaxlive.cli.preflight import device_line, newest_recording, preflight
from jaxlive.cli.show import FAILED, SUCCESS, console
from jaxlive.cli.slides import Card, written
from jaxlive.cli.verdicts import GIB, of_build, of_card, of_entries, of_room
from jaxlive.lab.declare.environment import Device, describe
from jaxlive.project import BUILT, read
from jaxlive.runs.models import Problem, Run
from tests.forked import jaxlive, small_server
from tests.running import RunningServer

INDEX = '<link rel="stylesheet" href="/assets/a.css"><script type="module" src="/assets/a.js"></script>'
NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built deck, as far as it is looked at."""
    folder = tmp_path_factory.mktemp("dist")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "a.css").write_text("body { background: url(/a.svg) }")
    return folder


@pytest.fixture(scope="module")
def server(built: Path) -> Iterator[RunningServer]:
    with small_server(deck=str(built)) as running:
        yield running


def shows(built: Path, folder: Path, text: str) -> None:
    """Have the built deck be one of this text."""
    (folder / "page.md").write_text(dedent(text).replace("\n# ", "\n\n---\n\n# "))
    (folder / "slides.md").write_text("# Cover\n\n---\nsrc: ./page.md\n---\n")
    (built / BUILT).write_text(written(folder / "slides.md").model_dump_json())


def test_go_for_a_deck_that_holds(
    server: RunningServer, built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(
        built, tmp_path,
        """\
        # A derivative
        <Experiment name="grad" :show="['x² at 3', 'timings']" />

        <Claim of="grad" metric="values.second" equals="12" />""",
    )  # fmt: skip
    assert preflight(server=server.url) == SUCCESS
    printed = capsys.readouterr().out
    assert "A derivative" in printed
    assert printed.splitlines()[-1] == "go"


def test_no_go_names_slide_and_reason(
    server: RunningServer,
    built: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(console, "width", 200)
    (tmp_path / "components").mkdir()
    drawing = '<template><Experiment name="grad" show="the ladder"><b /></Experiment></template>'
    (tmp_path / "components" / "Ladder.vue").write_text(drawing)
    shows(
        built, tmp_path,
        """\
        # Block missing
        <Experiment name="grad" show="no such block" />
        # Drawing without its block
        <Ladder />
        # Claim broken
        <Claim of="grad" metric="values.second" at-most="11" />
        # Nobody knows it
        <Experiment name="nope" show="x" />
        # Refused
        <Experiment name="jit" show="x" :params="{ array_length: 1 }" />
        # All well
        <Experiment name="grad" show="timings" />""",
    )  # fmt: skip
    assert preflight(server=server.url) == FAILED
    printed = capsys.readouterr().out
    for reason in (
        "the run has no block no such block", "no block the ladder; the drawing needs it",
        "values.second is 12, the slide says at most 11", "page.md:15: no experiment 'nope'",
        "greater than or equal to 1000",
    ):  # fmt: skip
        assert reason in printed
    slides = ["Block missing", "Drawing without its block", "Claim broken", "Nobody knows it", "Refused"]
    assert printed.splitlines()[-1] == f"no-go: {', '.join(slides)}"


def test_no_go_without_a_deck(
    server: RunningServer,
    built: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(console, "width", 200)
    monkeypatch.setenv("JAXLIVE_DECK", str(tmp_path))
    (built / BUILT).unlink(missing_ok=True)
    for url, reason in (
        (None, f"{tmp_path}/deck.json is missing"),
        (server.url, "answers 404 for /deck.json"),
    ):
        assert preflight(server=url) == FAILED
        assert reason in capsys.readouterr().out


def test_without_a_server_this_machine_is_looked_at(built: Path, tmp_path: Path) -> None:
    short = tmp_path / "dist-short"
    shutil.copytree(built, short)
    os.utime(short / "index.html", (NOW.timestamp() + 3600,) * 2)
    shows(short, tmp_path, '# Values\n<Experiment name="grad" show="values" />')
    ended = jaxlive("preflight", JAXLIVE_DECK=str(short))
    assert ended.returncode == SUCCESS, ended.stdout + ended.stderr
    for check in ("deck", "disk, ", "memory, "):
        assert check in ended.stdout


def a_run(**change: object) -> Run:
    run = {
        "id": "r",
        "experiment": "jit",
        "params": {},
        "status": "done",
        "created_at": NOW,
        "started_at": NOW,
    }
    return Run.model_validate({**run, "finished_at": NOW + timedelta(seconds=5)} | change)


def test_a_card_that_failed_is_slow_or_unrecorded() -> None:
    card = Card(name="jit")
    assert str(of_card(card, a_run(), 3, NOW)) == "go"
    assert str(of_card(card, a_run(), 1, NOW)) == "go, but slow: usually 1 s"
    assert str(of_card(card, a_run(), 3, None)) == "go, but no recording"
    assert str(of_card(card, a_run(), 3, NOW - timedelta(days=40))) == "go, but recorded 40 days ago"
    problem = Problem(type="x", title="x", status=500, detail="It crashed.")
    assert str(of_card(card, a_run(status="failed", problem=problem), 3, NOW)) == "no-go: failed: It crashed."


def test_a_build_that_is_missing_old_or_asks_others(built: Path, tmp_path: Path) -> None:
    os.utime(built / "index.html", (NOW.timestamp() + 3600,) * 2)
    assert str(of_build(built)) == "go"
    assert "make deck" in str(of_build(tmp_path))
    (tmp_path / "index.html").write_text(INDEX)
    os.utime(tmp_path / "index.html", (0, 0))
    assert "older than" in str(of_build(tmp_path))
    for outside in (
        '<script src="https://cdn.example/a.js">', "<link href='//cdn.example/a.css'>",
        "@font-face { src: url(https://cdn.example/a.woff2) }", '@import "http://cdn.example/a.css"',
    ):  # fmt: skip
        assert "cdn.example/a" in str(of_entries([INDEX, outside]))
    assert str(of_entries([INDEX, "a { src: url(data:font/woff2;base64,AA//BB) }"])) == "go"


def test_too_little_room_is_told_with_both_numbers() -> None:
    assert str(of_room("disk", 0.5 * GIB, GIB)).startswith("no-go: disk: 0.5 GiB free, 1 needed")
    assert str(of_room("disk", GIB, GIB)) == "go"


def test_the_device_is_named() -> None:
    gpu = Device(kind="gpu", name="A100", memory_bytes=None)
    with_gpu = describe().model_copy(update={"devices": [gpu]})
    without = describe().model_copy(update={"devices": [gpu.model_copy(update={"kind": "cpu"})]})
    runs = [a_run(environment=one) for one in (without, with_gpu, with_gpu)]
    assert device_line(["it did not start", runs[0]]) == "no GPU: everything ran on the CPU"
    assert device_line(runs) == "GPU: A100"


def test_a_recording_of_an_older_format_has_an_age_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "recordings" / "laptop").mkdir(parents=True)
    for name, end in (("jit", '"2026-01-02T00:00:00Z"'), ("xla", "null")):
        text = f'{{"finished_at": {end}, "blocks": [{{"kind": "gone"}}]}}'
        (tmp_path / "recordings" / "laptop" / f"{name}.json").write_text(text)
    monkeypatch.setattr("jaxlive.cli.preflight.project", lambda: read(tmp_path))
    assert newest_recording("jit.json") == datetime(2026, 1, 2, tzinfo=UTC)
    assert newest_recording("xla.json") is None
