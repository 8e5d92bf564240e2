"""The document at /api/openapi.json says what the server does: schemathesis tries to prove otherwise."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from jaxlive.lab.declare.experiment import experiments
from tests.forked import small_server
from tests.jaxlive.web.own_app import get
from tests.running import ROOT, RunningServer

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
CASES, STEPS = int(os.environ.get("JAXLIVE_SOAK_CASES", "120")), 6
ENDLESS = ["/api/events", "/api/runs/{run_id}/events", "/api/phone/events", "/api/remote/events"]
FAULTS = [f"/api/experiments/{name}" for name in ("slow", "crash", "flood", "apart")]
REAL = [
    f"/api/experiments/{name}"
    for name in experiments()
    if f"/api/experiments/{name}" not in {*FAULTS, "/api/experiments/echo"}
]


@pytest.fixture(scope="module")
def schema(server: RunningServer) -> schemathesis.BaseSchema:
    loaded = schemathesis.openapi.from_dict(server.client.get("/api/openapi.json").json())
    loaded.config.update(base_url=server.url)
    return loaded.exclude(path=[*ENDLESS, *FAULTS, *REAL])


def test_answers_are_as_documented(schema: schemathesis.BaseSchema) -> None:
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 9
    for operation in operations:

        @settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def answers(case: "schemathesis.Case[Any]") -> None:
            case.call_and_validate(checks=CHECKS)

        answers()


@pytest.fixture
def patient_server() -> Iterator[RunningServer]:
    """One that sends nobody away: hypothesis draws from answers, and wants the same ones again."""
    with small_server(queue_limit="10000", client_limit="10000") as running:
        yield running


def test_a_run_can_be_started_followed_and_cancelled_in_any_order(patient_server: RunningServer) -> None:
    loaded = schemathesis.openapi.from_dict(patient_server.client.get("/api/openapi.json").json())
    loaded.config.update(base_url=patient_server.url)
    # What the list holds, and so what is drawn from it, depends on what has run before.
    asked = loaded.include(path_regex="^/api/runs").exclude(path="/api/runs", method="GET")
    seen: Counter[tuple[str, int]] = Counter()

    class Client(asked.as_state_machine()):  # type: ignore[misc]
        def before_call(self, case: "schemathesis.Case[Any]") -> None:
            if case.method == "POST" and isinstance(case.body, dict) and "experiment" in case.body:
                case.body |= {"experiment": "echo", "params": {}}  # a name that nobody would guess

        def validate_response(self, response: Any, case: "schemathesis.Case[Any]", **_: Any) -> None:
            seen[f"{case.method} {case.path}", response.status_code] += 1
            case.validate_response(response, checks=CHECKS)

    examples = CASES // STEPS
    checks = list(HealthCheck)
    Client.run(
        settings=settings(
            max_examples=examples, stateful_step_count=STEPS, deadline=None, suppress_health_check=checks
        )
    )
    print(f"{sum(seen.values())} cases", dict(seen))
    for answered in (("POST /api/runs", 202), ("GET /api/runs/{run_id}/events", 200)):
        assert seen[answered]
    assert seen["DELETE /api/runs/{run_id}", 200]
    assert seen["GET /api/runs/{run_id}", 200]


def test_each_experiment_has_a_typed_operation() -> None:
    document = get("/api/openapi.json").json()
    listed = get("/api/experiments").json()
    assert {"normalize", "jit", "xla", "grad"} <= {one["name"] for one in listed}
    for one in listed:
        operation = document["paths"][f"/api/experiments/{one['name']}"]["post"]
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        properties = document["components"]["schemas"][body["$ref"].rpartition("/")[2]]["properties"]
        assert properties.keys() == one["params"]["properties"].keys()
        assert one["source"]["code"]
        assert (ROOT / one["source"]["path"]).read_text().splitlines()[
            one["source"]["first_line"] - 1
        ] in one["source"]["code"]


def test_the_document_for_the_decks_types_has_no_experiments_of_its_own() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "jaxlive.web.openapi"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    document = json.loads(printed.stdout)
    assert {"Run", "Timings", "Snapshot", "BlockEvent"} <= document["components"]["schemas"].keys()
    assert "/api/experiments/jit" not in document["paths"]


def test_the_docs_come_from_local_files() -> None:
    page = get("/api/docs").text
    assert "https://" not in page
    for asset in ("swagger-ui-bundle.js", "swagger-ui.css"):
        assert asset in page
        assert get(f"/api/docs/assets/{asset}").status_code == 200
