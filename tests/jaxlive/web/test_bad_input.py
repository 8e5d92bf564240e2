"""Bad input: the status codes of the API, each with a sentence, and the server as healthy as before."""

import json
from typing import Any

import httpx
import pytest

from tests.running import RunningServer

BIG = 10**400
BAD_PARAMETERS = [
    ({"number": -1}, "number", "greater than or equal to 0"),
    ({"number": 1e9}, "number", "valid integer"),
    ({"number": 10**9}, "number", "less than or equal to 10"),
    ({"number": True}, "number", "valid integer"),
    ({"number": "x"}, "number", "valid integer"),
    ({"number": "1"}, "number", "valid integer"),
    ({"number": None}, "number", "valid integer"),
    ({"ratio": float("nan")}, "ratio", "finite"),
    ({"ratio": float("inf")}, "ratio", "finite"),
    ({"device": "tpu"}, "device", "'auto', 'cpu' or 'gpu'"),
    ({"unknown": 1}, "unknown", "not permitted"),
]


def is_problem(answer: httpx.Response, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert {"type", "title", "status", "detail", "instance"} <= problem.keys()
    assert problem["status"] == status
    assert len(problem["detail"]) > 15
    return problem


def post(client: httpx.Client, path: str, body: object) -> httpx.Response:
    return client.post(path, content=json.dumps(body), headers={"content-type": "application/json"})


@pytest.mark.parametrize(("params", "field", "message"), BAD_PARAMETERS)
def test_refuses_parameters_alike_on_both_routes(
    client: httpx.Client, params: dict[str, Any], field: str, message: str
) -> None:
    direct = post(client, "/api/experiments/echo", params)
    queued = post(client, "/api/runs", {"experiment": "echo", "params": params})
    for answer in (direct, queued):
        problem = is_problem(answer, 422)
        assert problem["errors"][0]["field"] == field
        assert message in problem["errors"][0]["message"]
        assert message in problem["detail"]


@pytest.mark.parametrize(
    "body", ["[1", "5", "null", "[" * 60_000, f'{{"number": {BIG}}}', '"\\ud800"', "\x00"]
)
def test_refuses_what_is_no_object(client: httpx.Client, body: str) -> None:
    answer = client.post(
        "/api/experiments/echo", content=body, headers={"content-type": "application/json; charset=utf-8"}
    )
    is_problem(answer, 422)


def test_an_empty_body_is_all_defaults(client: httpx.Client) -> None:
    run = client.post("/api/experiments/echo").json()
    assert run["status"] == "done"
    assert run["params"] == {"device": "auto", "number": 1, "ratio": 0.5}


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_experiment_names_the_nearest(client: httpx.Client, method: str) -> None:
    problem = is_problem(client.request(method, "/api/experiments/ecko"), 404)
    assert "echo" in problem["detail"]
    is_problem(post(client, "/api/runs", {"experiment": "ecko"}), 404)


@pytest.mark.parametrize("path", ["/api/runs/none", "/api/runs/none/events", "/api/runs?before=none"])
def test_an_unknown_run(client: httpx.Client, path: str) -> None:
    is_problem(client.get(path), 404)


def test_an_unknown_path_and_method(client: httpx.Client) -> None:
    is_problem(client.get("/api/nothing"), 404)
    is_problem(client.get("/nothing.js"), 404)
    is_problem(client.get("/assets/nothing.css"), 404)
    is_problem(client.put("/api/runs"), 405)
    is_problem(client.post("/3"), 405)


@pytest.mark.parametrize("query", ["limit=0", "limit=999", "limit=x", "status=odd"])
def test_a_bad_query(client: httpx.Client, query: str) -> None:
    is_problem(client.get(f"/api/runs?{query}"), 422)


def test_a_body_over_the_limit(client: httpx.Client) -> None:
    json_header = {"content-type": "application/json"}
    problem = is_problem(
        client.post("/api/experiments/echo", content=b" " * 65_537, headers=json_header), 413
    )
    assert "65536" in problem["detail"]
    chunks = (b" " * 1000 for _ in range(70))
    is_problem(client.post("/api/experiments/echo", content=chunks, headers=json_header), 413)


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_body_that_is_no_json(client: httpx.Client, media_type: str) -> None:
    is_problem(client.post("/api/experiments/echo", content=b"{}", headers={"content-type": media_type}), 415)


def test_a_size_that_does_not_fit_names_the_bytes(client: httpx.Client) -> None:
    problem = is_problem(post(client, "/api/experiments/crash", {"how": "memory"}), 422)
    assert "1000000.0 GB" in problem["detail"]
    assert "GB are available" in problem["detail"]


def test_the_server_is_as_healthy_as_before(at_rest: RunningServer) -> None:
    client = at_rest.client
    for params, _, _ in BAD_PARAMETERS:
        post(client, "/api/experiments/echo", params)
    health = client.get("/api/health").json()
    assert health["ready"]
    assert health["queue"]["length"] == 0
    assert post(client, "/api/experiments/echo", {"number": 3}).json()["blocks"][0]["text"] == "number is 3"
