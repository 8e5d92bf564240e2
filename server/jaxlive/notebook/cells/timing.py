"""The timing cell, short enough to be read aloud: wait for each call, and take medians of many."""

import jax

# cell
import random
import statistics
import time


def seconds(call, calls=1):
    start = time.perf_counter()
    for _ in range(calls):
        jax.block_until_ready(call())  # JAX returns before the work is done
    return (time.perf_counter() - start) / calls


def timed(calls, rounds=20):
    first = {name: seconds(call) for name, call in calls.items()}  # compiles
    many = {name: max(1, round(0.005 / seconds(call))) for name, call in calls.items()}
    samples = {name: [] for name in calls}
    for _ in range(rounds):  # in turns, so that what disturbs one disturbs all
        for name in random.sample(list(calls), len(calls)):
            samples[name].append(1e3 * seconds(calls[name], many[name]))
    for name, times in samples.items():
        low, *_, high = sorted(times)[5:15]  # hold the median in 19 of 20 runs
        spread = f"({low:.3g} to {high:.3g} ms, the first {first[name]:.2g} s)"
        print(f"{name:>12}: {statistics.median(times):.3g} ms {spread}")
    return {name: statistics.median(times) for name, times in samples.items()}
