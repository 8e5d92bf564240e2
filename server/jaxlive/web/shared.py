"""What the routes share: the services of their app."""

from typing import Annotated

from fastapi import Depends, Request

from jaxlive.services import Services


async def _of(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


# The dependencies are coroutines: FastAPI would send plain functions through its thread pool.
Shared = Annotated[Services, Depends(_of)]
