"""The built deck at `/`: files, slides as deep links, and what a browser may keep."""

import asyncio
import threading
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from jaxlive.settings import Settings
from jaxlive.web.files import READERS, limit_readers, mount_deck


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>deck</title>")
    (tmp_path / "404.html").write_text("<title>not here</title>")
    (tmp_path / "assets" / "index-abc.js").write_text("let x = 1;" * 1000)
    return tmp_path


def get(deck: Path, path: str) -> httpx.Response:
    app = FastAPI()
    mount_deck(app, Settings(deck=deck))

    async def send() -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://localhost"
        ) as client:
            return await client.get(path)

    return asyncio.run(send())


def test_a_burst_of_requests_needs_few_threads(deck: Path) -> None:
    app = FastAPI()
    mount_deck(app, Settings(deck=deck))

    async def burst() -> tuple[set[int], int]:
        limit_readers()
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://localhost"
        ) as client:
            before = threading.active_count()
            answers = await asyncio.gather(*[client.get("/assets/index-abc.js") for _ in range(100)])
            return {answer.status_code for answer in answers}, threading.active_count() - before

    codes, threads = asyncio.run(burst())
    assert codes == {200}
    assert 0 < threads <= READERS


@pytest.mark.parametrize("path", ["/", "/12", "/presenter/2", "/overview"])
def test_every_slide_is_a_link(deck: Path, path: str) -> None:
    answer = get(deck, path)
    assert answer.status_code == 200
    assert answer.text == "<title>deck</title>"
    assert answer.headers["cache-control"] == "no-cache"


def test_hashed_files_are_kept_and_travel_compressed(deck: Path) -> None:
    answer = get(deck, "/assets/index-abc.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 1000


@pytest.mark.parametrize(
    "path",
    [
        "/missing.js", "/.js", "/.env", "/folder.d/missing", "/missing.js/", "/assets/missing.css",
        "/assets/missing", "/api", "/api/missing", "/assets/../../pyproject.toml",
    ],
)  # fmt: skip
def test_a_missing_file_is_no_slide(deck: Path, path: str) -> None:
    assert get(deck, path).status_code == 404


def test_without_a_build_the_page_says_how_to_make_one(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        answer = get(folder, "/")
        assert answer.status_code == 503
        assert "make deck" in answer.text
        assert get(folder, "/api/nothing").status_code == 404
