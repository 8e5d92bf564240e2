"""The flight of a ball, a step of a hundredth of a second at a time, and where it lands.

    dx/dt = u        du/dt = −k w √(w² + v²),       w = u − wind
    dy/dt = v        dv/dt = −k v √(w² + v²) − g

Semi-implicit Euler: a step changes the velocity first, and then moves the ball by the new one. So the last
velocity points along the line from the last place above the ground to the first below it; the way back along
it to y = 0 interpolates. On the ground the clock stands still, and the steps that are left change nothing.
"""

from math import cos, sin
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax
from scipy.integrate import solve_ivp

DRAG = 0.05
"""k, in 1/m: what the air takes from the speed on each metre."""
GRAVITY = 9.81
"""g, in m/s²."""
DT, STEPS = 0.01, 400
"""Seconds in a step, and steps in a flight: four seconds are enough for 30 m/s in any direction."""
ANGLE, SPEED = 0.3738, 20.0
"""The throw that `throw` finds: in still air it hits the target at 15 m."""
CALM = np.zeros(STEPS, np.float32)
"""The wind in each step, in m/s: none."""


# region launch
def launch(angle, speed):
    u = speed * jnp.cos(angle)
    v = speed * jnp.sin(angle)
    return 0.0, 0.0, u, v


# endregion launch


# region step
def step(ball, wind, dt=DT):
    x, y, u, v = ball
    dt = jnp.where(y < 0, 0, dt)
    w = u - wind
    drag = DRAG * jnp.sqrt(w**2 + v**2)
    u -= dt * drag * w
    v -= dt * (drag * v + GRAVITY)
    ball = x + dt * u, y + dt * v, u, v
    return ball, ball


# endregion step


# region landing
def landing(angle, speed, wind=CALM):
    ball = launch(angle, speed)
    ball, _ = lax.scan(step, ball, wind)
    x, y, u, v = ball
    return x - y * u / v


# endregion landing


def path(angle: Any, speed: Any, wind: Any = CALM) -> Any:
    """Distances and heights after each step, in metres; on the ground they stay."""
    x, y, _, _ = lax.scan(step, launch(angle, speed), wind)[1]
    return x, y


def landing_in_numpy(angle: Any, speed: Any) -> Any:
    """One throw as a loop over NumPy's numbers, which ends when the ball has landed."""
    x, y, u, v = 0.0, 0.0, speed * np.cos(angle), speed * np.sin(angle)
    while y >= 0:
        drag = DRAG * np.sqrt(u**2 + v**2)
        u -= DT * drag * u
        v -= DT * (drag * v + GRAVITY)
        x, y = x + DT * u, y + DT * v
    return x - y * u / v


def landings_in_numpy(angles: Any, speeds: Any) -> Any:
    """All throws in step, as a loop over NumPy's arrays, which ends when the last ball has landed."""
    x, y, u, v = 0 * angles, 0 * angles, speeds * np.cos(angles), speeds * np.sin(angles)
    while (flies := y >= 0).any():
        drag, dt = DRAG * np.sqrt(u**2 + v**2), np.where(flies, u.dtype.type(DT), 0)
        u = u - dt * drag * u
        v = v - dt * (drag * v + GRAVITY)
        x, y = x + dt * u, y + dt * v
    return x - y * u / v


def landing_by_scipy(angle: float, speed: float, wind: float = 0.0) -> float:
    """By SciPy's Runge-Kutta method of order 8, which finds the ground by its own root finder."""

    def motion(_: float, ball: Any) -> list[float]:
        _, _, u, v = ball
        drag = DRAG * ((u - wind) ** 2 + v**2) ** 0.5
        return [u, v, -drag * (u - wind), -drag * v - GRAVITY]

    def ground(_: float, ball: Any) -> float:
        return float(ball[1])

    ground.terminal, ground.direction = True, -1  # type: ignore[attr-defined]
    start = [0, 0, speed * cos(angle), speed * sin(angle)]
    flight = solve_ivp(motion, (0, 100), start, "DOP853", events=ground, rtol=1e-12, atol=1e-12)
    return float(flight.y_events[0][0, 0])
