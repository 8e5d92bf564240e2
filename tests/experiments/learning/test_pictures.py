import base64
import zlib

import numpy as np

from experiments.learning.pictures import BACKGROUND, sheet


def pixels_of(picture: bytes) -> np.ndarray:
    """The grey values of an unfiltered PNG with one block of data."""
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    kind = picture.index(b"IDAT")
    length = int.from_bytes(picture[kind - 4 : kind])
    data = zlib.decompress(picture[kind + 4 : kind + 4 + length])
    return np.frombuffer(data, np.uint8).reshape(height, width + 1)[:, 1:]


def test_a_sheet_has_its_images_in_rows_and_columns() -> None:
    images = np.random.default_rng(0).random((4, 10, 8, 8))
    pixels = pixels_of(base64.b64decode(sheet(images)))
    assert pixels.shape == (4 * (8 * 12 + 8) + 8, 10 * (8 * 12 + 8) + 8)
    corner = pixels[8 + 2 * 104 :, 8 + 7 * 104 :][:96, :96]
    assert (corner[::12, ::12] == (images[2, 7] * 255).astype(np.uint8)).all()
    assert (corner == corner[::12, ::12].repeat(12, 0).repeat(12, 1)).all()
    assert (pixels[:8] == BACKGROUND).all()
    assert (pixels[:, 96 + 8 : 104 + 8] == BACKGROUND).all()


def test_what_is_brighter_than_white_is_white() -> None:
    pixels = pixels_of(base64.b64decode(sheet(np.array([[[[-3.0, 7.0]]]]))))
    assert pixels[8, [8, 20]].tolist() == [0, 255]
