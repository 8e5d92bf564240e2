import pytest
from pydantic import ValidationError

from experiments.learning.validated_config import BAD, Config, ValidatedConfigParams, validated_config
from tests.experiments.running import Results


@pytest.fixture(scope="module")
def results() -> Results:
    return Results(validated_config(ValidatedConfigParams()))


def test_a_good_one_has_the_defaults_of_the_source() -> None:
    assert Config().model_dump() == {
        "mode": "flax", "epochs": 10, "batch_training": 64, "batch_validation": 64, "learning_rate": 0.001,
        "momentum": 0.9,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("field", "low", "high", "beyond"),
    [
        ("epochs", 1, 10_000, (0, 10_001)),
        ("batch_training", 1, 1024, (0, 1025)),
        ("batch_validation", 1, 1024, (0, 1025)),
        ("learning_rate", 1e-6, 1.0, (9e-7, 1.1)),
        ("momentum", 0.0, 1.0, (-0.1, 1.1)),
    ],
)
def test_ranges_of_the_source(field: str, low: float, high: float, beyond: tuple[float, float]) -> None:
    for good in (low, high):
        assert getattr(Config.model_validate({field: good}), field) == good
    for bad in beyond:
        with pytest.raises(ValidationError, match=field):
            Config.model_validate({field: bad})


def test_each_bad_field_is_refused_in_words(results: Results) -> None:
    good, *bad = results.table("refused or not").rows
    assert good[1] == "builds"
    assert len(bad) == len(BAD)
    for row in bad:
        assert "should be" in str(row[1]) or "not permitted" in str(row[1])


def test_the_dictionary_fails_late_or_not_at_all(results: Results) -> None:
    told = {str(row[0]): str(row[2]) for row in results.table("refused or not").rows}
    assert told["batch_validation = '64'"] == "TypeError after 40 steps"
    assert told["epochs = 0"] == "loss 1 after 0 steps"
    assert told["learningrate = 0.1"] == told["mode = 'jax'"]
    assert float(told["learning_rate = -0.1"].split()[1]) > 1000
    (note,) = results.notes
    assert "refuses 8 of 8" in note
    assert "runs 5 to the end" in note
