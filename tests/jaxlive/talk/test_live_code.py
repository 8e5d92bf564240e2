"""Live code: who may run it, what it gives, what is refused before it runs, and the edits of the talk."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxlive.lab.declare.experiment import experiments
from jaxlive.runs.errors import BadParameters
from jaxlive.runs.models import Run
from jaxlive.talk.editing import edit
from tests.forked import small_server
from tests.jaxlive.conftest import events
from tests.running import RunningServer, wait_for

TOKEN = {"authorization": "Bearer secret"}
SQUARE = experiments()["jaxpr"].source.code
CUBE = SQUARE.replace("x**2", "x**3")


@pytest.fixture(scope="module")
def live() -> Iterator[RunningServer]:
    with small_server(live_code="true", token="secret", audience_may_run="true") as server:
        server.client.headers.update(TOKEN)
        wait_for(lambda: len(server.worker_pids()) == 3)
        yield server


def ended(server: RunningServer, **body: Any) -> Run:
    """A run of this request, when it has ended."""
    answer = server.client.post("/api/runs", json=body)
    assert answer.status_code == 202, answer.text
    wait_for(lambda: server.client.get(answer.headers["location"]).json()["finished_at"])
    return Run.model_validate(server.client.get(answer.headers["location"]).json())


def refused(server: RunningServer, **body: Any) -> httpx.Response:
    return server.client.post("/api/runs", json={"experiment": "jaxpr"} | body)


def texts(run: Run) -> str:
    return "".join(block.model_dump_json() for block in run.blocks)


def test_an_edited_run_has_other_values_and_says_what_differs(live: RunningServer) -> None:
    run = ended(live, experiment="jaxpr", code=CUBE)
    assert run.status == "done"
    assert run.edited
    assert run.edited.code == CUBE
    changed = [line for line in run.edited.difference.splitlines()[2:] if line[0] in "+-"]
    assert changed == ["-    return 2 * x**2 + y", "+    return 2 * x**3 + y"]
    assert "integer_pow[y=3]" in texts(run)
    (program,) = [block for block in run.blocks if block.kind == "program"]
    assert "x**3" in program.stages[0].text


def test_the_next_run_is_of_the_files_own_code(live: RunningServer) -> None:
    ended(live, experiment="jaxpr", code=CUBE)
    run = Run.model_validate(live.client.post("/api/experiments/jaxpr").json())
    assert run.edited is None
    assert "integer_pow[y=2]" in texts(run)


def test_the_files_own_code_is_no_edit(live: RunningServer) -> None:
    assert ended(live, experiment="jaxpr", code=SQUARE + "\n").edited is None


def test_parameters_still_apply(live: RunningServer) -> None:
    source = experiments()["jit"].source.code
    answer = refused(live, experiment="jit", code=source + "\n# more", params={"array_length": -1})
    assert answer.status_code == 422
    assert refused(live, params={"nothing": 1}, code=CUBE).json()["errors"][0]["field"] == "nothing"


def test_what_raises_names_its_line_on_the_slide(live: RunningServer) -> None:
    run = ended(live, experiment="jaxpr", code=SQUARE + "\n\nprint('before')\n[][1]")
    assert (run.status, run.problem and run.problem.title) == ("failed", "IndexError")
    assert run.problem
    line = SQUARE.count("\n") + 4
    (error,) = run.problem.errors
    assert (error.field, error.line, error.got) == ("code", line, "[][1]")
    assert run.problem.log[0] == f'  File "slide", line {line}, in <module>'
    assert '"before"' in texts(run)


def test_a_message_of_many_lines_hides_no_line_of_code(live: RunningServer) -> None:
    run = ended(live, experiment="jaxpr", code=SQUARE + "\nraise ValueError('one\\ntwo\\nthree')")
    assert run.problem
    (error,) = run.problem.errors
    assert error.got == "raise ValueError('one\\ntwo\\nthree')"


@pytest.mark.parametrize(
    ("code", "line", "column", "words"),
    [
        ("def f(:\n    pass", 1, 7, "invalid syntax"),
        ("x = 1\n  y = 2", 2, 2, "unexpected indent"),
        ("x = (1,\n", 1, 5, "was never closed"),
        ("x = 'one", 1, 5, "unterminated string"),
        ("return 1", 1, 1, "outside function"),
        ("x = 1\0", 1, 1, "null bytes"),
        ("(" * 3000 + ")" * 3000, 1, 1, "nested"),
    ],
)
def test_what_is_not_python_is_refused_with_line_and_column(
    live: RunningServer, code: str, line: int, column: int, words: str
) -> None:
    answer = refused(live, code=code)
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert (error["field"], error["line"]) == ("code", line)
    assert words in error["message"]
    if len(code) < 100:
        assert error["column"] == column


@given(st.text(max_size=200))
def test_whatever_is_typed_is_an_edit_or_refused_within_it(code: str) -> None:
    try:
        edited = edit(experiments()["jaxpr"], code)
    except BadParameters as error:
        (where,) = error.errors
        assert where.line
        assert 1 <= where.line <= code.count("\n") + 1
        assert where.column
    else:
        assert edited
        assert edited.code == code


def test_it_needs_the_token_also_where_the_audience_may_run(live: RunningServer) -> None:
    with httpx.Client(base_url=live.url) as stranger:
        rights = stranger.get("/api/health").json()
        assert (rights["may_run"], rights["may_edit"]) == (True, False)
        answer = stranger.post("/api/runs", json={"experiment": "jaxpr", "code": CUBE})
        assert (answer.status_code, "?token=" in answer.json()["detail"]) == (403, True)
        for attempt in (stranger.put("/api/edits/jaxpr", json={"code": CUBE}), stranger.delete("/api/edits")):
            assert attempt.status_code == 403
    assert live.client.get("/api/health").json()["may_edit"]


def test_it_is_off_by_default_and_the_refusal_says_how_to_turn_it_on(server: RunningServer) -> None:
    health = server.client.get("/api/health").json()
    assert (health["may_edit"], health["containment"]) == (False, None)
    attempts = [
        refused(server, code=CUBE), server.client.put("/api/edits/jaxpr", json={"code": CUBE}),
        server.client.delete("/api/edits"),
    ]  # fmt: skip
    for answer in attempts:
        assert (answer.status_code, "serve --live-code" in answer.json()["detail"]) == (403, True)


def test_edits_reach_those_who_listen_and_those_who_come_late(live: RunningServer) -> None:
    stream = events(live.client, "/api/events")
    assert next(stream)[2]["edits"] == {}
    for code in ("def f", CUBE):
        assert live.client.put("/api/edits/jaxpr", json={"code": code}).json() == {"code": code}
    heard = [data for _, _, data in islice(stream, 2)]
    assert heard == [{"type": "edit", "experiment": "jaxpr", "code": code} for code in ("def f", CUBE)]
    assert next(events(live.client, "/api/events"))[2]["edits"] == {"jaxpr": CUBE}
    assert live.client.put("/api/edits/jaxpr", json={"code": SQUARE}).json() == {"code": None}
    assert live.client.get("/api/edits").json() == {}


def test_all_edits_are_thrown_away_at_once(live: RunningServer) -> None:
    for name in ("jaxpr", "grad"):
        live.client.put(f"/api/edits/{name}", json={"code": "x = 1"})
    stream = events(live.client, "/api/events")
    assert next(stream)[2]["edits"].keys() == {"jaxpr", "grad"}
    assert live.client.delete("/api/edits").json() == {}
    assert {(data["experiment"], data["code"]) for _, _, data in islice(stream, 2)} == {
        ("jaxpr", None),
        ("grad", None),
    }


def test_an_edit_of_nothing_known_or_without_end_is_refused(live: RunningServer) -> None:
    assert live.client.put("/api/edits/nothing", json={"code": "x"}).status_code == 404
    assert live.client.put("/api/edits/jaxpr", json={"code": "x" * 20_001}).status_code == 422
