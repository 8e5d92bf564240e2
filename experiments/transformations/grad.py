"""grad turns a function into its derivative: no session, no zero_grad, no backward.

    grad(x²) = 2x        grad(x³ + 2x² − 3x + 8) = 3x² + 4x − 3        grad(grad(2x³)) = 12x

Sources: Yu Yin, "JAX: A Brief Introduction", 2022, slide 10; Marie-Hélène Burle, "Accelerated array
computing and flexible differentiation with JAX", 2024; Alex McKinney, "On Learning JAX", 2023.
Expect: exact values, with and without jit and in either order of jit and grad. With jit the derivative
is found once, while tracing; without it every call finds it anew, in Python.
"""

from collections.abc import Iterator

import jax
import numpy as np

from jaxlive import Output, Params, compare, eager, experiment, jitted, programs, values


# region slide
def square(x):
    return x**2


derivative = jax.grad(square)
fast_derivative = jax.jit(derivative)
# endregion slide


# region compose
def polynomial(x):
    return x**3 + 2 * x**2 - 3 * x + 8


slope = jax.grad(polynomial)
jit_of_grad = jax.jit(slope)
fast = jax.jit(polynomial)
grad_of_jit = jax.grad(fast)
# endregion compose


# region nest
def double(x):
    return 2 * x


def cubic(x):
    return 2 * x**3


value_and_slope = jax.value_and_grad(
    double
)  # fmt: skip
first = jax.grad(cubic)
second = jax.grad(first)
# endregion nest


class GradParams(Params):
    """Nothing but the device."""


@experiment(title="A derivative is a function", section="Transformations", typical_seconds=2)
def grad(_: GradParams) -> Iterator[Output]:
    """The values of the three sources, what jit saves, and the program of a derivative."""
    yield values("x² at 3", derivative=derivative(3.0), fast_derivative=fast_derivative(3.0))
    yield values(
        "x³ + 2x² − 3x + 8 at 1",
        polynomial=polynomial(1.0),
        slope=slope(1.0),
        jit_of_grad=jit_of_grad(1.0),
        grad_of_jit=grad_of_jit(1.0),
    )
    value, gradient = value_and_slope(5.0)
    yield values("2x at 5", value=value, slope=gradient)
    yield values("2x³ at 1", cubic=cubic(1.0), first=first(1.0), second=second(1.0))
    three = np.array(3, np.float32)
    yield from compare(
        "derivative of x² at 3",
        {"eager": eager(derivative, three), "jit": jitted(fast_derivative, three)},
        reference=np.array(6.0),
        of="eager",
        over="jit",
    )
    yield from programs(fast_derivative, three)
    yield from programs(jit_of_grad, three)
