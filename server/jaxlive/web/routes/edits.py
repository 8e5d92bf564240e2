"""Edits of the code on slides: typed by the presenter, seen by all windows on `GET /api/events`."""

from fastapi import APIRouter, Depends, Request

from jaxlive.runs.admission import find
from jaxlive.runs.models import Edit
from jaxlive.web.auth import check_may_edit
from jaxlive.web.problems import PROBLEMS
from jaxlive.web.shared import Shared


async def _allowed(request: Request, shared: Shared) -> None:
    check_may_edit(request.headers, shared.settings)


routes = APIRouter(prefix="/edits", tags=["edits"])
ALLOWED = [Depends(_allowed)]


@routes.get("")
async def list_edits(shared: Shared) -> dict[str, str]:
    """Edited code by experiment."""
    return shared.edits.all()


@routes.put("/{name}", dependencies=ALLOWED, responses={404: PROBLEMS[404]})
async def put_edit(name: str, edit: Edit, shared: Shared) -> Edit:
    """Show this code in place of the experiment's region, in all windows; it needn't be complete yet."""
    own = find(shared.experiments, name).source.code
    code = None if edit.code == own else edit.code
    shared.edits.put(name, code)
    return Edit(code=code)


@routes.delete("", dependencies=ALLOWED)
async def clear_edits(shared: Shared) -> dict[str, str]:
    """Discard all edits."""
    shared.edits.clear()
    return shared.edits.all()
