"""The document at /api/openapi.json says what the server does: schemathesis tries to prove otherwise."""

import json
import subprocess
import sys
from typing import Any

import httpx
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

from experiments.lab.experiment import experiments
from tests.running import ROOT, RunningServer

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
ENDLESS = ["/api/events", "/api/runs/{run_id}/events"]
FAULTS = ["/api/experiments/slow", "/api/experiments/crash", "/api/experiments/flood"]
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


def test_each_experiment_has_a_typed_operation(client: httpx.Client) -> None:
    document = client.get("/api/openapi.json").json()
    listed = client.get("/api/experiments").json()
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
        [sys.executable, "-m", "server.openapi"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    document = json.loads(printed.stdout)
    assert {"Run", "Timings", "Snapshot", "BlockEvent"} <= document["components"]["schemas"].keys()
    assert "/api/experiments/jit" not in document["paths"]


def test_the_docs_come_from_local_files(client: httpx.Client) -> None:
    page = client.get("/api/docs").text
    assert "https://" not in page
    for asset in ("swagger-ui-bundle.js", "swagger-ui.css"):
        assert asset in page
        assert client.get(f"/api/docs/assets/{asset}").status_code == 200
