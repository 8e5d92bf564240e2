"""Prints all figures, or those named: `python -m benchmarks click kill`."""

import sys
from datetime import UTC, datetime

from benchmarks.click import click_overhead, kill_to_next
from benchmarks.deck import deck
from benchmarks.durations import durations
from benchmarks.engines import engines
from benchmarks.health import health_while_running
from benchmarks.live_code import live_code
from benchmarks.load import memory_after_runs, mixed_load
from benchmarks.peers import peers
from benchmarks.streams import streams
from experiments.lab.environment import describe

BENCHMARKS = {
    "click": click_overhead,
    "kill": kill_to_next,
    "durations": durations,
    "live-code": live_code,
    "engines": engines,
    "health": health_while_running,
    "deck": deck,
    "peers": peers,
    "streams": streams,
    "memory": memory_after_runs,
    "load": mixed_load,
}


def main() -> None:
    """Print the machine, then each table as it is ready."""
    machine = describe()
    versions = ", ".join(f"{name} {version}" for name, version in machine.versions.items())
    where = f"{machine.cpu}, {machine.cores} cores, load {machine.load_average:.1f}, Python {machine.python}"
    print(f"## {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {machine.commit}\n")
    print(f"{where}, {versions}\n")
    for name in sys.argv[1:] or BENCHMARKS:
        print(BENCHMARKS[name](), flush=True)


if __name__ == "__main__":
    main()
