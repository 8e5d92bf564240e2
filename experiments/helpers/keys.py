"""Random keys from one object, for programs that draw in many places."""

import jax


# region keys
class Keys:
    """Hands out new keys, outside of jit."""

    def __init__(self, seed: int):
        self.key = jax.random.key(seed)

    def __call__(self) -> jax.Array:
        """Half of a split; the rest is kept."""
        keys = jax.random.split(self.key)
        self.key = keys[0]
        return keys[1]


# endregion keys
