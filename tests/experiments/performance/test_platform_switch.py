import jax
import pytest

from experiments.performance.platform_switch import PlatformSwitchParams, platform_switch
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(platform_switch(PlatformSwitchParams()))


def test_a_late_switch_is_ignored(results: Results) -> None:
    before, after, within = results.table("where new arrays are").rows
    assert before[1] == after[1]
    assert "Cpu" in str(within[1])


def test_the_setting_is_put_back(results: Results) -> None:
    assert results.table("where new arrays are")
    assert jax.numpy.ones(1).devices() == {jax.devices()[0]}
