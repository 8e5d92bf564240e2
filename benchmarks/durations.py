"""How long each experiment takes with its default parameters, beside what it says of itself."""

from benchmarks.report import section
from jaxlive.lab.declare.experiment import experiments
from jaxlive.runs.models import Run
from tests.running import running_server

TIMES = 2


def durations() -> str:
    """Seconds from start to end, run after run in one warm worker."""
    rows = []
    with running_server(run_timeout="600") as server:
        server.wait_for_spare()
        for name, declared in experiments().items():
            if declared.section == "Faults":
                continue
            answers = [server.client.post(f"/api/experiments/{name}", timeout=600) for _ in range(TIMES)]
            runs = [Run.model_validate(answer.json()) for answer in answers]
            measured = " | ".join(f"{run.elapsed_s:.1f}" for run in runs)
            rows.append(f"| `{name}` | {declared.typical_seconds:g} | {measured} | {runs[-1].status} |")
    columns = ["experiment", "declared, s", *(f"run {time + 1}, s" for time in range(TIMES)), "end"]
    return section("Experiments with default parameters", columns, rows)
