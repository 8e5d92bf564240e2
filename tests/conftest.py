"""Property tests on shared machines: an example may wait for a processor, which is no fault of the code."""

from hypothesis import HealthCheck, settings

settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")
