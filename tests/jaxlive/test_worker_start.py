"""The first lines of a worker: what it takes of the machine."""

import os
import sys

import pytest

from jaxlive import worker_start


@pytest.mark.parametrize(("cores", "share"), [(1, 1), (2, 2), (3, 2), (16, 15)])
def test_one_of_more_than_two_processors_stays_free(
    monkeypatch: pytest.MonkeyPatch, cores: int, share: int
) -> None:
    taken: list[list[int]] = []
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)), raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", lambda _, some: taken.append(some), raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    worker_start.leave_a_core()
    assert worker_start.share_of(cores) == share
    assert taken == [list(range(cores - share, cores))]
