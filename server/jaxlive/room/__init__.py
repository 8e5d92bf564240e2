"""The room: predictions of the audience, and phones that vote or steer."""
