import gzip
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from experiments.learning.idx import BadFile, Bytes, MissingFile, find, read_idx, write_idx

in_one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
shapes = st.lists(st.integers(0, 6), min_size=1, max_size=4)


@in_one_folder
@given(shape=shapes, seed=st.integers(0, 2**32 - 1), packed=st.booleans())
def test_what_is_written_is_read(tmp_path: Path, shape: list[int], seed: int, packed: bool) -> None:
    array = np.random.default_rng(seed).integers(0, 256, shape, np.uint8)
    path = tmp_path / ("digits.gz" if packed else "digits")
    write_idx(path, array)
    got = read_idx(path, array.ndim)
    assert got.dtype == np.uint8
    np.testing.assert_array_equal(got, array)


@in_one_folder
@given(data=st.binary(max_size=64) | st.binary(max_size=32).map(lambda rest: b"\0\0\x08\x03" + rest))
def test_other_bytes_are_a_bad_file_and_nothing_worse(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(data)
    with suppress(BadFile):
        assert read_idx(path, 3).ndim == 3


@in_one_folder
@given(length=st.integers(0, 300))
def test_every_truncation_is_told(tmp_path: Path, length: int) -> None:
    whole = tmp_path / "whole.gz"
    write_idx(whole, images())
    data = whole.read_bytes()
    cut = tmp_path / "cut"
    cut.write_bytes(data[: min(length, len(data) - 1)])
    with pytest.raises(BadFile, match="cut"):
        read_idx(cut, 3)


def images() -> Bytes:
    return np.arange(5 * 4 * 4, dtype=np.uint8).reshape(5, 4, 4)


def test_an_error_names_file_bytes_and_source(tmp_path: Path) -> None:
    path = tmp_path / "train-images-idx3-ubyte"
    write_idx(path, images())
    path.write_bytes(path.read_bytes()[:-7])
    with pytest.raises(BadFile) as raised:
        read_idx(path, 3)
    message = str(raised.value)
    assert str(path) in message
    assert "89 bytes" in message
    assert "96 for 5 x 4 x 4" in message
    assert "https://" in message


def test_labels_are_no_images(tmp_path: Path) -> None:
    path = tmp_path / "labels"
    write_idx(path, np.zeros(20, np.uint8))
    with pytest.raises(BadFile, match="00 00 08 01, expected 00 00 08 03"):
        read_idx(path, 3)


def test_a_truncated_gzip_is_told(tmp_path: Path) -> None:
    path = tmp_path / "images.gz"
    path.write_bytes(gzip.compress(b"\0\0\x08\x03" + bytes(100))[:-9])
    with pytest.raises(BadFile, match="expected a whole gzip file"):
        read_idx(path, 3)


def test_a_missing_file_says_where_it_is_from(tmp_path: Path) -> None:
    with pytest.raises(MissingFile, match=r"t10k-labels.+get it from https://"):
        find(tmp_path, "t10k-labels-idx1-ubyte")


def test_plain_goes_before_gzip(tmp_path: Path) -> None:
    (tmp_path / "a.gz").touch()
    assert find(tmp_path, "a").name == "a.gz"
    (tmp_path / "a").touch()
    assert find(tmp_path, "a").name == "a"
