"""Under jit, a side effect happens while tracing, if at all, not when the program runs.

A function is pure when its result depends on its arguments alone and it does nothing but return it. jit
runs the Python once, with tracers, and keeps what happened to the arrays: nothing else is in the program.
Sources: Yu Yin, "JAX: A Brief Introduction", 2022, slides 16 and 17; Marie-Hélène Burle, "Accelerated array
computing and flexible differentiation with JAX", 2024.
Expect: "Calculating sum", [0 2 4], then [0 2 4] alone; a global, self and a file written once, NumPy's
number frozen, a changed list lost, a kept tracer useless; and jax.debug.print at every call.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from types import SimpleNamespace
from typing import Any, NamedTuple, TextIO

import jax
import numpy as np

from jaxlive import Cell, Note, Output, Params, Printed, Table, experiment, printed, raises


# region slide
def add(a, b):
    print("Calculating sum")
    return a + b


fast_add = jax.jit(add)


def twice(function):
    x = np.arange(3)
    print(function(x, x))
    print(function(x, x))


# endregion slide


# region debug
def told(a, b):
    jax.debug.print("Calculating {} + {}", a, b)
    return a + b


fast_told = jax.jit(told)
# endregion debug

outside = SimpleNamespace()


# region effects
class Model:
    calls = 0

    def step(self, x):
        self.calls += 1
        return x


def count(x):
    outside.calls += 1
    return x


# endregion effects


# region more
def draw(x):
    return x + np.random.normal()


def consume(x):
    return x + next(outside.numbers)


def change(x, seen):
    seen.append(x)
    return x


def write(x):
    outside.log.write("called\n")
    return x


# endregion more


# region leak
kept = []


def keep(x):
    kept.append(2 * x)
    return x


def leak():
    jax.jit(keep)(1.0)
    return kept[-1] + 1


# endregion leak


class Effect(NamedTuple):
    """A function and its arguments, what to look at after a call, and what to use instead.

    `look` gets what the call returned and the lines that it printed.
    """

    name: str
    function: Callable[..., Any]
    args: tuple[Any, ...]
    look: Callable[[Any, list[str]], object]
    instead: str | None


class SideEffectsParams(Params):
    """Nothing but the device."""


@experiment(title="What jit does to side effects", section="Purity", typical_seconds=0.7)
def side_effects(_: SideEffectsParams) -> Iterator[Output]:
    """The prints of the slide, two calls of each effect without and with jit, and a leaked tracer."""
    jax.clear_caches()
    yield Printed(label="print", lines=printed(twice, fast_add)[1])
    yield Printed(label="jax.debug.print", lines=printed(twice, fast_told)[1])
    with TemporaryFile("w+") as outside.log, numpy_random_restored():
        rows = [row(*both) for both in zip(effects(), effects(), strict=True)]
    columns = ["effect", "Python", "again", "jit", "jit again", "use instead"]
    yield Table(label="two calls of each", columns=columns, rows=rows)
    yield summary(rows)
    yield raises("a leaked tracer", leak)


def effects() -> list[Effect]:
    """The effects, with a model and a list that no call has changed yet."""
    model, seen = Model(), list[Any]()
    return [
        Effect("lines printed", add, (1, 1), lambda _, lines: len(lines), "jax.debug.print"),
        Effect("lines by jax.debug.print", told, (1, 1), lambda _, lines: len(lines), None),
        Effect("a global counter", count, (1,), lambda *_: outside.calls, "an argument and a result"),
        Effect("a counter in self", model.step, (1,), lambda *_: model.calls, "state in, state out"),
        Effect("a list given", change, (1, seen), lambda *_: seen, "a new one, returned"),
        Effect("the next of an iterator", consume, (0,), lambda result, _: result, "an array and lax.scan"),
        Effect("a number from NumPy", draw, (0,), lambda result, _: f"{result:.3f}", "jax.random and a key"),
        Effect(
            "lines in a file",
            write,
            (1,),
            lambda *_: lines_in(outside.log),
            "io_callback, ordered",
        ),
        Effect("a value kept", keep, (1,), lambda *_: kept[-1] + 1, "a second result"),
    ]


def row(plain: Effect, compiled: Effect) -> list[Cell]:
    """What is seen after two calls without jit, then after two with it."""
    seen = [*seen_twice(plain, plain.function), *seen_twice(compiled, jax.jit(compiled.function))]
    return [plain.name, *seen, plain.instead]


def seen_twice(effect: Effect, function: Callable[..., Any]) -> list[str]:
    """What is seen after a first call and after a second, from the same beginning."""
    outside.calls, outside.numbers = 0, iter(range(2))
    outside.log.seek(0)
    outside.log.truncate()
    kept.clear()
    np.random.seed(0)
    return [seen_after(effect, function) for _ in range(2)]


def seen_after(effect: Effect, function: Callable[..., Any]) -> str:
    try:
        return str(effect.look(*printed(function, *effect.args)))
    except jax.errors.UnexpectedTracerError as error:
        return type(error).__name__


def lines_in(file: TextIO) -> int:
    file.seek(0)
    return len(file.readlines())


@contextmanager
def numpy_random_restored() -> Iterator[None]:
    """NumPy's global generator belongs to the whole process."""
    before = np.random.get_state()
    yield
    np.random.set_state(before)


def summary(rows: list[list[Cell]]) -> Note:
    """How many effects are under jit as in Python: at both calls, at the first, at none."""
    both, first, neither = 0, 0, 0
    for _, plain1, plain2, jit1, jit2, _ in rows:
        both += (jit1, jit2) == (plain1, plain2)
        first += jit1 == plain1 and jit2 != plain2
        neither += jit1 != plain1
    return Note(
        text=f"Of {len(rows)} effects, {both} is under jit as in Python at both calls, "
        f"{first} at the first only, {neither} at neither."
    )
