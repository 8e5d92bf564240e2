"""What `scipy` fits: noisy data, its loss, and where the minimum is, for all data and for a sample."""

from collections.abc import Iterator

import jax
import numpy as np

from jaxlive import Array, Cell, Note, Output, Table

LOGGED = {"JAX": [1.5332441, 2.8007357, 0.4449536], "NumPy": [1.520, 3.000, 0.0811855]}
"""Slope, offset and RMSE that the source's two logs print."""

Signal = tuple[Array, float]
"""What is measured as a, and the noise in it."""


def line_and_sine(n: int) -> Signal:
    t = np.linspace(0, 100, n)
    return np.sin(t) + 1 + t / 10, 0.3


def sine_alone(n: int) -> Signal:
    return np.sin(np.linspace(0, 100, n)), 0.0


def sample(data: Signal, seed: int) -> tuple[Array, ...]:
    rng, n = np.random.default_rng(seed), data[0].size
    a = data[0] + rng.normal(0, data[1], n)
    b = a * rng.normal(1.5, 0.1, n)
    return a, b + rng.normal(3, 0.1, n)


# region loss
def rmse(x, a, b):
    residual = a - (b - x[1]) / x[0]
    return (residual**2).mean() ** 0.5


rmse_jit = jax.jit(rmse)
rmse_and_slope = jax.jit(
    jax.value_and_grad(rmse)
)  # fmt: skip
# endregion loss


# region formula
def closed_form(data):
    signal, noise = data
    m, v = signal.mean(), signal.var() + noise**2
    q = (v + m**2) * 0.1**2 + 0.1**2
    slope = 1.5 * (1 + q / (1.5**2 * v))
    offset = 1.5 * m + 3 - slope * m
    error = (v * q / (1.5**2 * v + q)) ** 0.5
    return [slope, offset, error]


# endregion formula


def regression(a: Array, b: Array) -> tuple[list[float], list[float]]:
    """Where this sample's RMSE is least, exactly: slope, offset and RMSE, and the standard error of each.

    Least squares of a on b, a = p b + c, so slope 1/p and offset -c/p. Errors by White's sandwich, as the
    noise grows with a, carried over to slope and offset by the delta method.
    """
    design = np.stack([b, np.ones_like(b)], axis=1)
    bread = np.linalg.inv(design.T @ design)
    p, c = bread @ design.T @ a
    squares = (a - design @ [p, c]) ** 2
    covariance = bread @ (design.T * squares) @ design @ bread
    by_p_and_c = np.array([[-1 / p**2, 0], [c / p**2, -1 / p]])
    errors = np.sqrt(np.diag(by_p_and_c @ covariance @ by_p_and_c.T))
    error = squares.mean() ** 0.5
    return [1 / p, -c / p, error], [*errors, squares.std() / (2 * error * a.size**0.5)]


def foretold(n: int) -> Iterator[Output]:
    """Slope, offset and RMSE by formula and in a sample, and what the source's logs printed."""
    rows: list[list[Cell]] = []
    scales: dict[str, tuple[list[float], list[float]]] = {}
    for data, (library, log) in zip((line_and_sine, sine_alone), LOGGED.items(), strict=True):
        name, right = data.__name__.replace("_", " "), closed_form(data(n))
        found, errors = regression(*sample(data(n), seed=0))
        scales[name] = right, errors
        rows.append([f"{name}, formula", *in_digits(right)])
        spread = zip(in_digits(found), in_digits(errors), strict=True)
        rows.append([f"{name}, sample", *(f"{x} ± {error}" for x, error in spread)])
        rows.append([f"{library}’s log, quoted", *in_digits(log)])
    yield Table(label="by formula", columns=["", "slope", "offset", "RMSE"], rows=rows)
    for library, log in LOGGED.items():
        off = [f"{distance(log, *scale):,.1f} from {name}" for name, scale in scales.items()]
        yield Note(text=f"{library}’s log, in standard errors: {', '.join(off)}.")


def in_digits(numbers: list[float]) -> list[Cell]:
    """Four decimals: what differs here differs in the third."""
    return [f"{number:.4f}" for number in numbers]


def distance(x: list[float], right: list[float], errors: list[float]) -> float:
    """The largest of the differences, in standard errors."""
    return max(abs(got - wanted) / error for got, wanted, error in zip(x, right, errors, strict=True))
