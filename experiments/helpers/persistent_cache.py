"""JAX's cache of compiled programs in a folder: what it reads, and how it follows new settings.

The events and the reset are outside of JAX's promise (https://docs.jax.dev/en/latest/api_compatibility.html).
"""

from collections.abc import Iterator
from contextlib import contextmanager

import jax
from jax.experimental.compilation_cache import compilation_cache

HIT = "/jax/compilation_cache/cache_hits"


def follow_settings() -> None:
    """Let the cache take what it is configured with now: JAX reads these settings only once."""
    compilation_cache.reset_cache()


@contextmanager
def hits() -> Iterator[list[str]]:
    """Grows by an item for each program that JAX reads from the folder meanwhile.

    Checked on jax 0.10.2 and 0.11.2.
    """
    found: list[str] = []

    def listen(event: str, **_: str | int) -> None:
        if event == HIT:
            found.append(event)

    jax.monitoring.register_event_listener(listen)
    try:
        yield found
    finally:
        jax.monitoring.unregister_event_listener(listen)
