"""The two small pages for phones: one file each, with all it needs, outside of the deck."""

from functools import cache
from importlib.resources import files

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

routes = APIRouter(include_in_schema=False)
PAGES = ("join", "remote")
SHARED = ("phone.css", "phone.js")
"""Written into both, where they name them."""
FRESH = {"cache-control": "no-cache"}


@cache
def page(name: str) -> str:
    """The text of a page."""
    folder = files("jaxlive.web") / "pages"
    text = (folder / f"{name}.html").read_text(encoding="utf-8")
    for part in SHARED:
        text = text.replace(f"/*{part}*/\n", (folder / part).read_text(encoding="utf-8"))
    return text


@routes.get("/join")
async def join() -> HTMLResponse:
    """For the audience: the open question, then their own answer beside the truth."""
    return HTMLResponse(page("join"), headers=FRESH)


@routes.get("/remote")
async def remote() -> HTMLResponse:
    """For the speaker's phone."""
    return HTMLResponse(page("remote"), headers=FRESH)
