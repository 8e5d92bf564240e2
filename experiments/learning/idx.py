"""Files in IDX, the format of MNIST: two zero bytes, a type, the number of dimensions, their lengths, data.

    00 00 08 03 | 00 00 27 10 | 00 00 00 1c | 00 00 00 1c | 7,840,000 bytes    10,000 images of 28 by 28

All lengths are big-endian. Type 08 is unsigned bytes, the only one that MNIST uses. Format and files:
Yann LeCun, Corinna Cortes, Christopher J. C. Burges, "The MNIST database of handwritten digits", 1998.
"""

import gzip
import math
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]

UNSIGNED_BYTES = 8
GZIP = b"\x1f\x8b"
WHERE = "https://storage.googleapis.com/cvdf-datasets/mnist"


class BadFile(ValueError):
    """A file that is not what its name says."""


class MissingFile(FileNotFoundError):
    """A file that is not there."""


def find(folder: Path, name: str) -> Path:
    """The file of this name, plain or gzip. Raises MissingFile."""
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return path
    raise MissingFile(f"{folder} has neither {name} nor {name}.gz: get it from {WHERE}/{name}.gz")


def read_idx(path: Path, dimensions: int) -> Bytes:
    """The array in an IDX file of unsigned bytes, plain or gzip. Raises BadFile."""
    data = _content(path)
    header = 4 + 4 * dimensions
    wanted = bytes([0, 0, UNSIGNED_BYTES, dimensions])
    if data[:4] != wanted:
        raise _bad(path, f"starts with the bytes {data[:4].hex(' ') or 'of nothing'}", wanted.hex(" "))
    if len(data) < header:
        raise _bad(path, f"has {len(data):,} bytes", f"a header of {header}")
    shape = tuple(int(length) for length in np.frombuffer(data[4:header], ">u4"))
    if len(data) != header + math.prod(shape):
        told = " x ".join(f"{length:,}" for length in shape)
        raise _bad(path, f"has {len(data):,} bytes", f"{header + math.prod(shape):,} for {told}")
    return np.frombuffer(data, np.uint8, offset=header).reshape(shape)


def write_idx(path: Path, array: Bytes) -> None:
    """Write an array of unsigned bytes, as gzip where the name ends in .gz."""
    lengths = np.array(array.shape, ">u4").tobytes()
    data = bytes([0, 0, UNSIGNED_BYTES, array.ndim]) + lengths + array.tobytes()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)


def _content(path: Path) -> bytes:
    data = path.read_bytes()
    if not data.startswith(GZIP):
        return data
    try:
        return gzip.decompress(data)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise _bad(path, f"breaks off after {len(data):,} bytes ({error})", "a whole gzip file") from error


def _bad(path: Path, found: str, expected: Any) -> BadFile:
    return BadFile(f"{path} {found}, expected {expected}: get it anew from {WHERE}/{path.stem}.gz")
