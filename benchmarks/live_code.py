"""What an edit costs: from its POST to the end of its run, and what the run after it pays."""

from functools import partial

from httpx_sse import connect_sse

from benchmarks.click import execute, seconds, warm_kernel
from benchmarks.report import row, table
from jaxlive.lab.declare.experiment import experiments
from tests.running import ROOT, RunningServer, running_server, wait_for

EDITS = 20
NAME = "jaxpr"
IN_KERNEL = """
import os; os.chdir({root!r})
from jaxlive.lab.declare.editing import edited
from jaxlive.lab.declare.experiment import experiments
"""
RUN_IN_KERNEL = """
experiment = edited(experiments()[{name!r}], {code!r})
blocks = list(experiment.run(experiment.params()))
"""


def live_code() -> str:
    """Edited runs, each in a contained process of its own, beside the same in the process of a kernel."""
    own = experiments()[NAME].source.code
    edits, unedited, after, kernels = list[float](), list[float](), list[float](), list[float]()
    with running_server(live_code="true", token="secret") as server, warm_kernel() as kernel:
        server.client.headers["authorization"] = "Bearer secret"
        execute(kernel, IN_KERNEL.format(root=str(ROOT)))
        for number in range(EDITS):
            code = own.replace("x**2", f"x**{number + 3}")
            wait_for(lambda: server.states().count("idle") == 3)
            unedited.append(seconds(partial(run, server)))
            kernels.append(seconds(partial(execute, kernel, RUN_IN_KERNEL.format(name=NAME, code=code))))
            edits.append(seconds(partial(run, server, code)))
            after.append(seconds(partial(run, server)))
    return table(
        "Live code",
        [
            row(f"POST /api/runs of an edited `{NAME}`, to its last event", edits),
            row("the same edit in the process of a warm IPython kernel", kernels),
            row(f"POST /api/runs of `{NAME}` itself", unedited),
            row("the same, directly after an edited run", after),
        ],
    )


def run(server: RunningServer, code: str | None = None) -> None:
    """Start a run and follow it to its end."""
    answer = server.client.post("/api/runs", json={"experiment": NAME, "code": code})
    with connect_sse(server.client, "GET", f"{answer.headers['location']}/events") as stream:
        last = [message.data for message in stream.iter_sse()][-1]
    if '"status":"done"' not in last:
        raise RuntimeError(f"the run was not done: {last[:500]}")
