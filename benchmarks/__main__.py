"""Prints all figures, or those named: `python -m benchmarks click kill`."""

import sys
from datetime import UTC, datetime
from pkgutil import resolve_name

from jaxlive.lab.declare.environment import describe

BENCHMARKS = {
    "click": "benchmarks.click:click_overhead",
    "kill": "benchmarks.click:kill_to_next",
    "workers": "benchmarks.workers:workers",
    "durations": "benchmarks.durations:durations",
    "live-code": "benchmarks.live_code:live_code",
    "engines": "benchmarks.engines:engines",
    "health": "benchmarks.health:health_while_running",
    "deck": "benchmarks.deck:deck",
    "peers": "benchmarks.peers:peers",
    "streams": "benchmarks.streams:streams",
    "memory": "benchmarks.load:memory_after_runs",
    "room": "benchmarks.room:room",
    "load": "benchmarks.load:mixed_load",
}
"""Imported when their turn comes: some need packages of the extra `bench`."""


def main() -> None:
    """Print the machine, then each table as it is ready."""
    names = sys.argv[1:] or list(BENCHMARKS)
    if unknown := [name for name in names if name not in BENCHMARKS]:
        sys.exit(f"no figures {', '.join(unknown)}: expected some of {', '.join(BENCHMARKS)}")
    machine = describe()
    versions = ", ".join(f"{name} {version}" for name, version in machine.versions.items())
    where = f"{machine.cpu}, {machine.cores} cores, load {machine.load_average:.1f}, Python {machine.python}"
    print(f"## {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {machine.commit}\n")
    print(f"{where}, {versions}\n")
    for name in names:
        print(resolve_name(BENCHMARKS[name])(), flush=True)


if __name__ == "__main__":
    main()
