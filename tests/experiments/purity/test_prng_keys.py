import jax
import numpy as np
import pytest

from experiments.purity.prng_keys import PrngKeysParams, prng_keys
from jaxlive.lab.declare.blocks import Cell
from tests.experiments.running import Results

NORMAL = {
    "legacy": [[1.0465655, 0.1074554], [-0.1366896, 0.5600609], [1.3056895, 1.224499]],
    "today": [[2.3601687, 0.8353633], [-0.0027831, 0.2135228], [-0.1137692, 1.6287538]],
}


def run(seed: int = 42) -> Results:
    return Results(prng_keys(PrngKeysParams(seed=seed)))


def rows(results: Results, label: str) -> dict[str, list[Cell]]:
    return {str(name): cells for name, *cells in results.table(label).rows}


@pytest.fixture(scope="module")
def results() -> Results:
    return run()


def test_a_legacy_key_prints_its_numbers_and_a_typed_key_says_what_it_is(results: Results) -> None:
    lines = results.printed("keys").lines
    assert lines[0] == "[ 0 18]"
    assert "key<fry>" in lines[1]
    assert [line for line in lines if line.startswith("[")] == [
        "[ 0 18]",
        "[ 0 18]",
        "[4027907007 1756876250]",
        "[3953557796 1421509433]",
    ]


def test_keys_of_the_source_come_back_in_the_legacy_layout(results: Results) -> None:
    table = rows(results, "two layouts")
    assert table["key of split(18)"] == ["4197003906 1654466292"] * 2 + ["4027907007 1756876250"]
    assert table["sub-key of split(18)"] == ["1685972163 1654824463"] * 2 + ["3953557796 1421509433"]


@pytest.mark.parametrize(
    ("name", "legacy", "today"),
    [
        (
            "uniform(sub-key, 5)",
            [0.2918682, 0.90834665, 0.13555491, 0.08107758, 0.9746183],
            [0.8827, 0.8871, 0.4279, 0.9222, 0.9681],
        ),
        ("normal(key, 2)", [-0.67039955, 0.02259737], [0.75991, -1.72379]),
        ("the same again", [-0.67039955, 0.02259737], [0.75991, -1.72379]),
    ],
)
def test_numbers_in_both_layouts(
    results: Results, name: str, legacy: list[float], today: list[float]
) -> None:
    said, then, now = (
        [float(one) for one in str(cell).split()] for cell in rows(results, "two layouts")[name]
    )
    assert said == legacy
    assert then == pytest.approx(legacy, rel=1e-6)
    assert now == pytest.approx(today, abs=6e-5)


def test_the_sentence_counts_what_came_back(results: Results) -> None:
    assert results.notes == [
        "Of 5 results that Burle and McKinney printed, 5 come back in the legacy layout and 0 in today’s."
    ]


@pytest.mark.parametrize("layout", ["legacy", "today"])
def test_the_draw_that_the_source_left_without_output(results: Results, layout: str) -> None:
    shown = results.values("normal(sub-key, (3, 2)), seed 18")[layout]
    np.testing.assert_allclose(shown, NORMAL[layout], rtol=1e-6, atol=1e-7)


def test_a_dropped_key_gives_the_same_number_at_each_call(results: Results) -> None:
    table = rows(results, "who keeps the state")
    assert table["dropped(key)"] == ["-2.4425"] * 3
    assert table["dropped(key), legacy"] == ["-1.2515"] * 3


@pytest.mark.parametrize("way", ["hidden()", "held(generator)", "carried(key)"])
def test_a_state_that_is_kept_gives_another_number_and_starts_over(results: Results, way: str) -> None:
    first, second, restarted = rows(results, "who keeps the state")[way]
    assert first != second
    assert first == restarted


def test_a_carried_key_begins_like_a_dropped_one(results: Results) -> None:
    assert rows(results, "who keeps the state")["carried(key)"][0] == "-2.4425"


def test_two_runs_are_alike_and_only_a_reused_key_repeats_a_number(results: Results) -> None:
    table = rows(results, "two runs")
    assert all(run == again for run, again in table.values())
    assert table["two"] == table["two, again"]
    four = str(table["four"][0]).split()
    assert len({*four, table["one"][0], table["two"][0]}) == 6


def test_another_seed_gives_other_numbers(results: Results) -> None:
    assert rows(run(seed=43), "two runs")["one"] != rows(results, "two runs")["one"]


def test_flag_and_numpy_are_left_as_they_were() -> None:
    flag = jax.config.jax_threefry_partitionable  # type: ignore[attr-defined]
    np.random.seed(3)
    run()
    after = np.random.normal()
    np.random.seed(3)
    assert after == np.random.normal()
    assert jax.config.jax_threefry_partitionable is flag  # type: ignore[attr-defined]


def test_a_second_run_shows_the_same(results: Results) -> None:
    again = run()
    for label in ("two layouts", "who keeps the state", "two runs"):
        assert again.table(label) == results.table(label)
