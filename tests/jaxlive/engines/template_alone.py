"""`python -m tests.jaxlive.engines.template_alone SCENE`: a template without an engine."""

import asyncio
import sys
from contextlib import suppress

import psutil

from jaxlive.engines.template import Template
from tests.jaxlive.engines.fake_worker import turns

TURNS = range(25)


async def unwanted(template: Template) -> str:
    """Workers whose wait is given up at any turn: how many children and descriptors are left of them."""
    template.start()
    await until_ready(template)
    before = footprint()
    for left in TURNS:
        task = asyncio.create_task(template.worker({}, contained=False))
        await turns(left)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await (await task).kill()
    with suppress(TimeoutError):
        async with asyncio.timeout(20):
            while footprint() != before:
                await asyncio.sleep(0.01)
    return f"{[now - then for now, then in zip(footprint(), before, strict=True)]}"


async def paused(template: Template) -> str:
    """How many processes there are before a timed run has ended, and whether one comes afterwards."""
    template.pause()
    template.start()
    await asyncio.sleep(0.5)
    children = len(psutil.Process().children())
    template.resume()
    await until_ready(template)
    return f"{children}, then ready"


async def until_ready(template: Template) -> None:
    """Wait until workers can be forked."""
    while not template.ready:
        await asyncio.sleep(0.01)


def footprint() -> tuple[int, int]:
    """Children and descriptors of this process."""
    return len(psutil.Process().children()), psutil.Process().num_fds()


async def main(scene: str) -> None:
    """Play one."""
    template = Template()
    try:
        print(await {"unwanted": unwanted, "paused": paused}[scene](template))
    finally:
        await template.stop()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
