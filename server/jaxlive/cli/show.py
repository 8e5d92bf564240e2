"""A run on the terminal: drawn while it lasts, whole at its end."""

from collections.abc import AsyncGenerator

from rich.console import Console
from rich.live import Live

from jaxlive.cli import render
from jaxlive.runs.models import Run

SUCCESS, FAILED, MISUSED = 0, 1, 2
"""Exit codes."""
console = Console()


async def show(states: AsyncGenerator[Run]) -> Run:
    """Draw the states of a run; returns the last."""
    with Live(console=console, transient=True, auto_refresh=False) as live:
        async for run in states:
            live.update(render.run(run), refresh=console.is_terminal)
    console.print(render.run(run))
    return run
