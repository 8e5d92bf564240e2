"""The lines of the log, and that a run's id finds what happened to it."""

import json
import logging
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxlive.logs import Logfmt, log
from tests.running import RunningServer, wait_for


def test_a_run_leaves_lines_with_its_id(server: RunningServer) -> None:
    run = server.client.post("/api/experiments/crash").json()

    def lines() -> list[str]:
        return [line for line in server.output.read_text().splitlines() if f"run={run['id']}" in line]

    wait_for(lambda: len(lines()) == 2)
    started, ended = (dict(word.split("=", 1) for word in shlex.split(line)) for line in lines())
    assert (started["event"], ended["event"]) == ("run started", "run ended")
    assert started["client"] == "127.0.0.1"
    assert ended["level"] == "info"
    assert ended["status"] == "failed"
    assert ended["why"] == "urn:jaxlive:experiment-raised"
    assert 0 <= float(ended["seconds"]) < 60


@given(st.text())
def test_a_line_is_one_line_and_gives_the_value_back(value: str) -> None:
    record = logging.LogRecord("jaxlive", logging.INFO, "", 0, "event", None, None)
    record.fields = {"value": value, "nothing": None}
    line = Logfmt().format(record)
    assert len(line.splitlines()) == 1 or "\u2028" in value or "\u2029" in value or "\x85" in value
    _, _, text = line.partition(" value=")
    assert (json.loads(text) if text.startswith('"') else text) == value
    assert "nothing" not in line


def test_an_event_has_a_level(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("jaxlive"), "propagate", True)
    log("something", logging.WARNING, number=1.23456)
    assert {record.levelname for record in caplog.records if record.msg == "something"} == {"WARNING"}
