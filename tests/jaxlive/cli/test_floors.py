"""Made-up rows against the cards that are known: no GPU is needed, and none is asked."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaxlive.cli.floors import GPUS, large, of_gpus, of_rows, of_run, on_gpu
from jaxlive.cli.verdicts import Outcome
from jaxlive.lab.declare.blocks import Row, Timings
from jaxlive.lab.declare.environment import Device, describe
from jaxlive.lab.declare.experiment import experiments
from jaxlive.lab.measure.roofline import Work
from jaxlive.runs.models import Run
from tests.jaxlive.lab.measure.variants import a_row

A100_80 = "NVIDIA A100-SXM4-80GB"
CHAIN = Work(flops=6e7, bytes=8e7)
"""Ten million float32 in one pass."""
LARGE = large([experiments()["roofline"]])
PRODUCT = Work(flops=2 * 4096**3, bytes=3 * 4 * 4096**2)


def row(seconds: float, work: Work | None = CHAIN, precision: str = "float32", device: str = "gpu") -> Row:
    made = a_row([seconds]).model_copy(update={"device": device, "precision": precision, "variant": "jit"})
    return made.model_copy(update={"flops": work.flops, "bytes": work.bytes}) if work else made


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("NVIDIA A100-SXM4-40GB", "A100.*40GB"), ("NVIDIA A100-PCIE-40GB", "A100.*40GB"),
        (A100_80, "A100.*80GB"), ("NVIDIA A100 80GB PCIe", "A100.*80GB"), ("NVIDIA H100 PCIe", "H100 PCIe"),
        ("NVIDIA H100 80GB HBM3", "H100 80GB HBM3"), ("NVIDIA GH200 480GB", "GH200 480GB"),
        ("NVIDIA H200", r"\bH200"),
    ],
)  # fmt: skip
def test_a_card_is_known_by_its_name(name: str, known: str) -> None:
    """Right at the floor of the card itself, and clearly below it."""
    gpu = GPUS[known]
    floor = (CHAIN.bytes - gpu.cache) / gpu.moving
    assert of_rows(name, [row(floor)]).stops == ()
    assert len(of_rows(name, [row(floor / 1.2)]).stops) == 1


def test_an_unknown_card_is_said_to_be_one() -> None:
    verdict = of_rows("NVIDIA GeForce RTX 3060 Ti", [row(1e-9)])
    assert verdict.stops == ()
    assert verdict.warnings == (
        "no data sheet for NVIDIA GeForce RTX 3060 Ti: checked only against the roofs measured here",
    )


def test_what_was_not_waited_for_is_faster_than_memory() -> None:
    """46 µs are what this card takes; a call that only returns takes a tenth of it."""
    assert of_rows(A100_80, [row(46e-6)]) == ((), ())
    (sentence,) = of_rows(A100_80, [row(5e-6)]).stops
    assert sentence == "jit: 5 µs a call, but memory takes at least 19.6 µs: the clock stopped too early"


def test_a_product_cannot_beat_the_peak_of_its_precision() -> None:
    seconds = PRODUCT.flops / 150e12
    assert of_rows(A100_80, [row(seconds, PRODUCT, "tf32")]).stops == ()
    (sentence,) = of_rows(A100_80, [row(seconds, PRODUCT, "float32")]).stops
    assert "the arithmetic in float32 takes" in sentence


def test_no_call_beats_a_launch_but_nothing_is_asked_of_rows_without_work() -> None:
    small = Work(flops=10, bytes=80)
    assert "a kernel's launch" in of_rows(A100_80, [row(1e-6, small)]).stops[0]
    assert of_rows(A100_80, [row(2.5e-6, small)]) == of_rows(A100_80, [row(1e-9, None)]) == ((), ())
    assert of_rows(A100_80, [row(1e-9, device="cpu")]) == ((), ())


def test_the_best_long_call_decides_whether_the_card_is_shared() -> None:
    least = PRODUCT.flops / 19.5e12
    slow, usual, shared = (row(least / share, PRODUCT) for share in (0.1, 0.8, 0.3))
    assert of_rows(A100_80, [slow, usual]) == ((), ())
    (sentence,) = of_rows(A100_80, [slow, shared]).warnings
    assert sentence.startswith(
        "the arithmetic in float32: the best call reaches 30% of the data sheet, 75% is usual"
    )
    assert of_rows(A100_80, [row(1e-3, Work(flops=10, bytes=80))]).warnings == ()  # the price of a call


@given(
    work=st.builds(Work, st.floats(1, 1e15), st.floats(1, 1e11)),
    precision=st.sampled_from(["float64", "float32", "tf32", "bfloat16", "int32"]),
    share=st.floats(0.45, 0.95),
    name=st.sampled_from([A100_80, "NVIDIA H100 80GB HBM3"]),
)
def test_what_a_card_can_do_passes(work: Work, precision: str, share: float, name: str) -> None:
    gpu = next(gpu for pattern, gpu in GPUS.items() if re.search(pattern, name))
    least, _ = gpu.seconds(row(1, work, precision))
    assert of_rows(name, [row(max(least, 2e-6) / share, work, precision)]) == ((), ())


@given(work=st.builds(Work, st.floats(1, 1e15), st.floats(1, 1e11)), faster=st.floats(0.01, 1))
def test_a_faster_call_is_never_less_suspect(work: Work, faster: float) -> None:
    at_all, sooner = (of_rows(A100_80, [row(seconds, work)]).stops for seconds in (1e-5, 1e-5 * faster))
    assert len(sooner) >= len(at_all)


def a_run(seconds: float, gpu: str | None = A100_80, status: str = "done") -> Run:
    devices = [Device(kind="gpu", name=gpu, memory_bytes=None)] if gpu else []
    now, timings = datetime.now(UTC), Timings(label="chain", rows=[row(seconds)])
    return Run(
        id="r", experiment="jit", params={}, status=status, created_at=now, blocks=[timings],
        environment=describe().model_copy(update={"devices": devices}),
    )  # fmt: skip


def test_a_run_names_experiment_and_comparison() -> None:
    assert of_run(a_run(46e-6)) == of_run(a_run(1e-9, gpu=None)) == ((), ())
    assert of_run(a_run(1e-9)).stops[0].startswith("jit, chain, jit: 0.001 µs a call")


def test_without_a_gpu_nothing_is_added() -> None:
    outcomes: dict[str, Outcome] = {"a": a_run(1e-9, gpu=None), "b": "refused"}
    assert not on_gpu(outcomes.values())
    assert of_gpus(outcomes, LARGE) == {}


def test_with_one_its_card_and_what_was_to_fill_it_are_judged() -> None:
    outcomes: dict[str, Outcome] = {
        "a": a_run(1e-9),
        LARGE[0].key: a_run(46e-6),
        LARGE[1].key: "too little memory",
    }
    assert on_gpu(outcomes.values())
    verdicts = of_gpus(outcomes, LARGE)
    assert [*verdicts] == [A100_80, f"roofline {LARGE[1].pinned}"]
    assert len(verdicts[A100_80].stops) == 1
    assert str(verdicts[f"roofline {LARGE[1].pinned}"]) == "go, but too little memory"
