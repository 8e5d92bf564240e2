"""Whose turn it is: clients share the queue, however many runs each of them has in it."""

from collections import Counter
from collections.abc import Sequence

from jaxlive.runs.log import RunLog


def in_turn(running: Sequence[RunLog], waiting: Sequence[RunLog]) -> list[RunLog]:
    """Waiting runs in the order of their turn: of each client one, then of each another, and so on.

    Runs under way count as turns that their clients have had.
    """
    turns = Counter(log.client for log in running)

    def turn(log: RunLog) -> int:
        turns[log.client] += 1
        return turns[log.client]

    return sorted(waiting, key=turn)
