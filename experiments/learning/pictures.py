"""Grey pictures as PNG: a header, one compressed block of rows, an end.

Source: W3C, "Portable Network Graphics (PNG) Specification", second edition, 2003, sections 5 and 7 to 10.
"""

import base64
import struct
import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]

CELL, GAP = 112, 8
ZOOM = 12
BACKGROUND, INK = 24, 235
GLYPHS = {  # 3 by 5 dots, row by row
    0: "###/#.#/#.#/#.#/###", 1: ".#./##./.#./.#./###", 2: "###/..#/###/#../###", 3: "###/..#/###/..#/###",
    4: "#.#/#.#/###/..#/..#", 5: "###/#../###/..#/###", 6: "###/#../###/#.#/###", 7: "###/..#/..#/.#./.#.",
    8: "###/#.#/###/#.#/###", 9: "###/#.#/###/..#/###",
}  # fmt: skip
ARROW = "...../...#./#####/...#./....."


def png(pixels: Grey) -> bytes:
    """A PNG of grey pixels, row by row."""
    height, width = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)  # 0: as they are, no filter
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def misread_digits(images: npt.NDArray[np.floating], pairs: Sequence[tuple[int, int]]) -> str:
    """Images from 0 to 1, with "is → read as" below each, twice as wide as high or so: a PNG in base64."""
    cells = [_cell(image, *pair) for image, pair in zip(images, pairs, strict=True)]
    columns = round((2 * len(cells)) ** 0.5)
    cells += [np.full_like(cells[0], BACKGROUND)] * (-len(cells) % columns)
    rows = [np.hstack(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    return base64.b64encode(png(np.vstack(rows))).decode()


def sheet(images: npt.NDArray[np.floating]) -> str:
    """Images (rows, columns, height, width) from 0 to 1, twelve times as large, as one PNG in base64."""
    pixels = np.clip(images * 255, 0, 255).astype(np.uint8).repeat(ZOOM, 2).repeat(ZOOM, 3)
    framed = np.pad(pixels, ((0, 0), (0, 0), (0, GAP), (0, GAP)), constant_values=BACKGROUND)
    whole = np.vstack([np.hstack(list(row)) for row in framed])
    return base64.b64encode(png(np.pad(whole, ((GAP, 0), (GAP, 0)), constant_values=BACKGROUND))).decode()


def _cell(image: npt.NDArray[np.floating], label: int, guess: int) -> Grey:
    scale = CELL // len(image)
    picture = np.kron(np.clip(image * 255, 0, 255), np.ones((scale, scale))).astype(np.uint8)
    dots = np.hstack([_glyph(GLYPHS[label]), _glyph(ARROW), _glyph(GLYPHS[guess])])
    caption = np.kron(dots, np.ones((4, 4))).astype(np.uint8)
    width = max(picture.shape[1], caption.shape[1])
    return np.pad(
        np.vstack([_centred(picture, width), np.full((GAP, width), BACKGROUND), _centred(caption, width)]),
        GAP, constant_values=BACKGROUND,
    ).astype(np.uint8)  # fmt: skip


def _glyph(dots: str) -> Grey:
    rows = [[INK if dot == "#" else BACKGROUND for dot in f".{row}."] for row in dots.split("/")]
    return np.array(rows, np.uint8)


def _centred(part: Grey, width: int) -> Grey:
    left = (width - part.shape[1]) // 2
    sides = (left, width - part.shape[1] - left)
    return np.pad(part, ((0, 0), sides), constant_values=BACKGROUND)
