"""Noise comes in small steps that have a closed form; the way back takes the same steps one by one.

    x_t = √(1 − β_t) x_{t−1} + √β_t ε        so q(x_t | x_0) = N(√ᾱ_t x_0, 1 − ᾱ_t),  ᾱ_t = ∏ (1 − β_s)
    x_{t−1} = (x_t − β_t / √(1 − ᾱ_t) ε̂(x_t, t)) / √(1 − β_t) + √β_t ε,  without ε in the last step

ε is N(0, 1), ε̂ predicts the noise in x_t; steps count from 0 to 99 here, β rises linearly. Source: Jonathan
Ho, Ajay Jain, Pieter Abbeel, "Denoising Diffusion Probabilistic Models", 2020, equations 4 and 11, whose
thousand steps are a hundred here. Expect: after the last step 0.2 % of the variance is left of x_0; on the
way back a perfect ε̂ of data that are one point ends at that point.
"""

import jax.numpy as jnp
from jax import lax
from jax.random import normal

STEPS = 100


# region noise
def schedule():
    ends = 0.001, 0.12
    beta = jnp.linspace(*ends, STEPS)
    kept = jnp.cumprod(1 - beta)
    return beta, kept


def noisy(x, t, noise):
    _, kept = schedule()
    signal = jnp.sqrt(kept[t])
    spread = jnp.sqrt(1 - kept[t])
    return signal * x + spread * noise


# endregion noise


# region sampling
def sample(predict, key, shape):
    def back(x, step):
        t, beta, kept, fresh = step
        part = beta / jnp.sqrt(1 - kept)
        x = x - part * predict(x, t)
        x = x / jnp.sqrt(1 - beta)
        sigma = jnp.sqrt(beta) * (t > 0)
        return x + sigma * fresh, None

    shape = STEPS + 1, *shape
    noise = normal(key, shape)
    x = noise[0]
    steps = backwards(noise[1:])
    return lax.scan(back, x, steps)[0]


# endregion sampling


def backwards(noise):
    """Number, β and ᾱ of each step, the last one first, with its noise."""
    return jnp.arange(STEPS)[::-1], *(each[::-1] for each in schedule()), noise
