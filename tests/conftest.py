"""Which tests are slow, and how property tests wait on shared machines."""

import signal

import pytest
from hypothesis import HealthCheck, settings

# An example may wait for a processor, which is no fault of the code.
settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")
# A shell ignores it for what it puts into the background, and so would the commands that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

STARTS = {
    "RunningServer",
    "running_server",
    "small_server",
    "jaxlive",
    "httpx",
    "subprocess",
    "Results",
    "NotebookClient",
}
"""Names that only a file imports which starts a process or runs an experiment."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what starts processes or runs experiments; a file that is slow by itself says so."""
    for item in items:
        if isinstance(item, pytest.Function) and STARTS & vars(item.module).keys():
            item.add_marker("slow")
