"""The guesses of one round of a question: the newest of each voter, in memory, counted into bins."""

from bisect import bisect_right

import numpy as np

from jaxlive.room.limits import Bucket, TooFast
from jaxlive.runs.predictions import Question

BINS = 20
VOTERS = 10_000
"""Ids a round takes: phones make them up, so one of them could send any number."""
VOTES_A_SECOND, VOTES_AT_ONCE = 1, 5
"""Of one voter."""


def bin_edges(question: Question) -> list[float]:
    """The edges of the bins: logarithmic for a factor; a choice has none, each is a bin."""
    if question.kind == "choice":
        return []
    space = np.geomspace if question.kind == "factor" else np.linspace
    return [float(edge) for edge in space(question.low, question.high, BINS + 1)]


class Ballot:
    """What has been guessed; a second vote replaces the first."""

    def __init__(self, question: Question):
        self._question = question
        self.edges = bin_edges(question)
        self.bins = [0] * (len(question.choices) if question.kind == "choice" else BINS)
        self._guesses: dict[str, float] = {}
        self._limits: dict[str, Bucket] = {}

    @property
    def voices(self) -> int:
        """How many have voted."""
        return len(self._guesses)

    def put(self, voter: str, guess: float) -> None:
        """Take a vote that counts. Raises TooFast for a voter in haste, and for one id too many."""
        if voter not in self._limits:
            if len(self._limits) >= VOTERS:
                raise TooFast(f"{VOTERS} phones have voted, the limit of a question", retry_after=60)
            self._limits[voter] = Bucket(VOTES_A_SECOND, VOTES_AT_ONCE)
        self._limits[voter].take("a phone")
        if voter in self._guesses:
            self.bins[self._bin(self._guesses[voter])] -= 1
        self._guesses[voter] = guess
        self.bins[self._bin(guess)] += 1

    def share(self, truth: float) -> float | None:
        """Of the guesses, those near the truth; None without any."""
        near = sum(self._question.near(guess, truth) for guess in self._guesses.values())
        return near / self.voices if self.voices else None

    def _bin(self, guess: float) -> int:
        """Each holds its lower edge; the last holds the upper one too."""
        if self._question.kind == "choice":
            return int(guess)
        return min(max(bisect_right(self.edges, guess) - 1, 0), BINS - 1)
