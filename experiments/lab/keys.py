"""Random keys from one object, for programs that draw in many places."""

import jax


# region keys
class Keys:
    """Hands out new keys, outside of jit."""

    def __init__(self, seed: int):
        self._key = jax.random.key(seed)

    def __call__(self) -> jax.Array:
        """Half of a split; the rest is kept."""
        key: jax.Array
        self._key, key = jax.random.split(self._key)
        return key


# endregion keys
