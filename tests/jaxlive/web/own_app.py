"""This talk's own application, which nobody serves."""

import asyncio

import httpx

from jaxlive.lab.declare.experiment import experiments
from jaxlive.settings import Settings
from jaxlive.web.app import create_app


def get(path: str) -> httpx.Response:
    """Its answer, without workers."""
    app = create_app(Settings(history=None), experiments())

    async def send() -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://localhost"
        ) as client:
            return await client.get(path)

    return asyncio.run(send())
