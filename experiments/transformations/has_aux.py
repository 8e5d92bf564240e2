"""With has_aux a function returns more than its loss, and grad hands you the rest too.

    f(x) = x², {aux: x + 1}        value_and_grad(f, has_aux=True)(3) = ((9, {aux: 4}), 6)

Source: Alex McKinney, "On Learning JAX", 2023.
Expect: ((9, {aux: 4}), 6). Without has_aux a pair is no number, and grad says so. argnums says by which
arguments to derive: for x² y at (3, 2) these are 12 and 9.
"""

from collections.abc import Iterator

from jax import grad, value_and_grad

from jaxlive import Output, Params, experiment, raises, values


# region slide
def f(x):
    return x**2, {"aux": x + 1}


both = value_and_grad(f, has_aux=True)
slope_only = grad(f, has_aux=True)
# endregion slide


# region wrong
def careless(x):
    return grad(f)(x)


# endregion wrong


# region argnums
def volume(x, y):
    return x**2 * y


by_x = grad(volume)
by_y = grad(volume, argnums=1)
by_both = grad(volume, argnums=(0, 1))
# endregion argnums


class HasAuxParams(Params):
    """Nothing but the device."""


@experiment(title="More than the loss", section="Transformations", typical_seconds=0.2)
def has_aux(_: HasAuxParams) -> Iterator[Output]:
    """Value, extra and slope at 3, the error without has_aux, and derivatives by either argument."""
    (value, extra), slope = both(3.0)
    yield values("value and slope at 3", value=value, aux=extra["aux"], slope=slope)
    slope, extra = slope_only(3.0)
    yield values("slope at 3", slope=slope, aux=extra["aux"])
    yield raises("a pair is no scalar", lambda: careless(3.0))
    pair = by_both(3.0, 2.0)
    yield values("x² y at (3, 2)", by_x=by_x(3.0, 2.0), by_y=by_y(3.0, 2.0), both_x=pair[0], both_y=pair[1])
