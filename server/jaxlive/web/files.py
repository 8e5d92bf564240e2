"""What is served from files: the built deck at `/`, and the interactive API docs without a CDN."""

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from jaxlive.project import project
from jaxlive.settings import Settings

SWAGGER = "node_modules/swagger-ui-dist"
"""Within the talk's folder."""
READERS = 4
"""Threads that read files. A burst of requests would start forty, which a container may not have left."""
NOT_BUILT = "<h1>The deck is not built</h1><p>Run <code>make deck</code>, then reload.</p>"


class Files(StaticFiles):
    """Files of a folder that may be made while the server runs."""

    async def check_config(self) -> None:
        """A folder that is missing is like one that is empty."""


class Deck(Files):
    """The deck's files; any other path is a slide, which index.html draws, unless it could be a file's."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or index.html for a slide, or what to do while nothing is built."""
        is_slide = path == "." or ("." not in path and path.partition("/")[0] not in {"api", "assets"})
        found = await self._find(path, scope) or (is_slide and await self._find("index.html", scope))
        if not found:
            if is_slide:
                return HTMLResponse(NOT_BUILT, 503)
            raise HTTPException(404)
        hashed = path.startswith("assets/")  # the build puts a hash of the content into these names
        found.headers["cache-control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
        return found

    async def _find(self, path: str, scope: Scope) -> Response | None:
        try:
            found = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            return None
        return found if found.status_code != 404 else None


def limit_readers() -> None:
    """Call within the event loop that serves."""
    current_default_thread_limiter().total_tokens = READERS


def docs_page(app: FastAPI) -> HTMLResponse:
    """The page at `/api/docs`, from local files; it asks no other host to validate the document."""
    assets = "/api/docs/assets"
    return get_swagger_ui_html(
        openapi_url=str(app.openapi_url), title=f"{project().title}: API",
        swagger_js_url=f"{assets}/swagger-ui-bundle.js", swagger_css_url=f"{assets}/swagger-ui.css",
        swagger_favicon_url=f"{assets}/favicon-32x32.png", swagger_ui_parameters={"validatorUrl": None},
    )  # fmt: skip


def mount_docs(app: FastAPI) -> None:
    """Serve `/api/docs`; call before `mount_deck`."""
    app.mount("/api/docs/assets", Files(directory=project().root / SWAGGER, check_dir=False))

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return docs_page(app)


def mount_deck(app: FastAPI, settings: Settings) -> None:
    """Serve the built deck at `/`."""
    app.mount("/", GZipMiddleware(Deck(directory=settings.deck, html=True, check_dir=False)))
