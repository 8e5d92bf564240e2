"""The profiler's events as lanes: nested by time, the longest of many, and how busy they are. Pure data."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from jaxlive.lab.declare.blocks import Event, Lane
from jaxlive.lab.programs.xla import Told

SourceLines = Mapping[tuple[str, str], int | None]
"""Lines by names of program and instruction."""
Threads = Sequence[tuple[str, Sequence[Told]]]


def within(threads: Threads, begin: float, end: float) -> Threads:
    """The events that start in an interval of nanoseconds."""
    return [(name, [one for one in events if begin <= one.start_ns < end]) for name, events in threads]


def lanes(threads: Threads, begin: float, lines: SourceLines) -> list[Lane]:
    """A lane for each thread that has events; seconds count from `begin`."""
    used = [(name, events) for name, events in threads if events]
    named = zip(_names([name for name, _ in used]), used, strict=True)
    return [Lane(name=name, events=list(_nested(events, begin, lines))) for name, (_, events) in named]


def longest(all_lanes: Sequence[Lane], most: int) -> tuple[list[Lane], int]:
    """At most so many events of all lanes, and the number of those left out. No event loses what it is in."""
    durations = sorted((event.duration_s for lane in all_lanes for event in lane.events), reverse=True)
    if len(durations) <= most:
        return list(all_lanes), 0
    bound = durations[most]
    kept = [
        Lane(name=lane.name, events=[event for event in lane.events if event.duration_s > bound])
        for lane in all_lanes
    ]
    return [lane for lane in kept if lane.events], len(durations) - sum(len(lane.events) for lane in kept)


def chief(all_lanes: Sequence[Lane], most: int) -> list[tuple[str, Event]]:
    """The longest events of all lanes, at most so many, in the order of their start; each with its lane."""
    every = [(lane.name, event) for lane in all_lanes for event in lane.events]
    chosen = sorted(every, key=lambda pair: -pair[1].duration_s)[:most]
    return sorted(chosen, key=lambda pair: pair[1].start_s)


def busy(threads: Threads, begin: float, end: float) -> float | None:
    """Share of an interval in which an HLO instruction ran; a loop runs where its body does."""
    spans = sorted(
        (one.start_ns, min(one.start_ns + one.duration_ns, end))
        for _, events in threads
        for one in _leaves(events)
    )
    if not spans:
        return None
    covered, until = 0.0, begin
    for start, stop in spans:
        covered += max(0.0, stop - max(start, until))
        until = max(until, stop)
    return covered / (end - begin)


def _leaves(events: Iterable[Told]) -> Iterator[Told]:
    """HLO instructions of a thread, in the order of their start, that no other runs within."""
    last: Told | None = None
    for one in (event for event in events if event.hlo):
        if last and one.start_ns >= last.start_ns + last.duration_ns:
            yield last
        last = one
    if last:
        yield last


def _nested(events: Iterable[Told], begin: float, lines: SourceLines) -> Iterator[Event]:
    """Events with the number of those around them; one that repeats the name around it says nothing new."""
    around: list[Told] = []
    for one in events:
        while around and around[-1].start_ns + around[-1].duration_ns <= one.start_ns:
            around.pop()
        if one.duration_ns <= 0 or (around and around[-1].name == one.name):
            continue
        yield Event(
            name=one.name,
            start_s=(one.start_ns - begin) * 1e-9,
            duration_s=one.duration_ns * 1e-9,
            depth=len(around),
            hlo=one.hlo,
            line=lines.get((one.module or "", one.hlo or "")),
        )
        around.append(one)


def _names(threads: Sequence[str]) -> list[str]:
    """Names without the numbers of the system; threads of a pool are counted: PjRtCpuClient 1, 2."""
    short = [re.sub(r"^tf_(XLA)?|/-?\d+$", "", name) for name in threads]
    total, seen = Counter(short), Counter[str]()
    for i, name in enumerate(short):
        seen[name] += 1
        if total[name] > 1:
            short[i] = f"{name} {seen[name]}"
    return short
