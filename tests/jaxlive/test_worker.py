"""The worker's side of the pipe: JSON lines in, JSON lines out, and an end when stdin closes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from jaxlive.lab.declare.blocks import Append, Axis, Note, Point, Series, Table
from jaxlive.lab.declare.experiment import Output
from jaxlive.worker import Numbering
from tests.running import ROOT, SMALL_TALK, alive, wait_for


@pytest.fixture(scope="module")
def worker() -> Iterator["subprocess.Popen[str]"]:
    with started() as process:
        yield process
        assert process.stdin
        process.stdin.close()


def started() -> "subprocess.Popen[str]":
    environment = os.environ | SMALL_TALK
    process = subprocess.Popen(
        [sys.executable, "-m", "jaxlive.worker"], cwd=ROOT, env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert receive(process)["type"] == "ready"
    return process


def receive(process: "subprocess.Popen[str]") -> dict[str, Any]:
    assert process.stdout
    line: dict[str, Any] = json.loads(process.stdout.readline())
    return line


def order(process: "subprocess.Popen[str]", **job: object) -> None:
    assert process.stdin
    process.stdin.write(json.dumps(job) + "\n")
    process.stdin.flush()


def send(process: "subprocess.Popen[str]", experiment: str, **params: object) -> None:
    order(process, experiment=experiment, params=params)


def lines_of(process: "subprocess.Popen[str]", experiment: str, **params: object) -> list[dict[str, Any]]:
    send(process, experiment, **params)
    lines = [receive(process)]
    while lines[-1]["type"] != "finished":
        lines.append(receive(process))
    return lines


def test_a_job_is_begun_shown_and_finished(worker: "subprocess.Popen[str]") -> None:
    lines = lines_of(worker, "slow", seconds=0)
    assert [line["type"] for line in lines] == ["started", "block", "block", *["append"] * 10, "finished"]
    assert lines[-1]["error"] is None
    assert lines[-1]["seconds"] > 0
    assert lines[-1]["environment"]["versions"]["jax"]


@pytest.mark.parametrize(
    ("experiment", "params", "title"),
    [
        ("crash", {"how": "raise"}, "ZeroDivisionError"),
        ("echo", {"number": 99}, "ValidationError"),
        ("nothing", {}, "KeyError"),
        ("needy", {}, "MissingPackage"),
    ],
)
def test_what_goes_wrong_is_told_and_the_worker_lives(
    worker: "subprocess.Popen[str]", experiment: str, params: dict[str, object], title: str
) -> None:
    error = lines_of(worker, experiment, **params)[-1]["error"]
    assert error["title"] == title
    assert error["log"]
    assert lines_of(worker, "echo")[-1]["error"] is None


def test_signs_of_life_come_while_a_job_lasts_that_asks_for_them(worker: "subprocess.Popen[str]") -> None:
    assert worker.stdout
    order(worker, experiment="slow", params={"seconds": 1}, beat_s=0.1)
    lines = [worker.stdout.readline()]
    while lines[-1] and "finished" not in lines[-1]:
        lines.append(worker.stdout.readline())
    assert "\n" in lines
    assert "finished" in lines[-1]
    assert lines_of(worker, "slow", seconds=0.5)


def test_native_and_python_prints_become_a_block(worker: "subprocess.Popen[str]") -> None:
    printed = lines_of(worker, "crash", how="stdout")[2]["block"]
    assert printed["kind"] == "printed"
    assert printed["lines"] == ['{"type": "finished"}', "from the file descriptor"]
    assert all(line["type"] != "block" or line["index"] == 0 for line in lines_of(worker, "echo"))


@pytest.mark.parametrize("busy", [False, True])
def test_it_leaves_when_stdin_closes_also_in_the_middle_of_a_run(busy: bool) -> None:
    with started() as process:
        if busy:
            send(process, "slow", seconds=30)
            assert receive(process)["type"] == "started"
        assert process.stdin
        process.stdin.close()
        wait_for(lambda: not alive(process.pid), 10)


def test_a_block_seen_before_keeps_its_number_and_notes_never_do() -> None:
    numbering = Numbering()
    axis = Axis(label="x")
    outputs: list[Output] = [
        Note(text="one"),
        Table(label="t", columns=["a"], rows=[]),
        Note(text="two"),
        Series(label="t", x=axis, y=axis),
        Table(label="t", columns=["a"], rows=[[1]]),
        Append(label="t", points=[Point(line="l", x=1, y=1)]),
    ]
    assert [json.loads(numbering.event(output))["index"] for output in outputs] == [0, 1, 2, 3, 1, 3]


def test_it_imports_no_web_package() -> None:
    """Nor a client: a machine that only runs experiments needs none of them."""
    code = "import sys, jaxlive.worker; print(sorted(sys.modules.keys() & set(sys.argv[1:])))"
    command = [sys.executable, "-c", code, "fastapi", "starlette", "uvicorn", "httpx"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"
