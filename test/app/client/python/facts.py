"""Waits for facts that other threads and programs bring about; none has a deadline."""

import asyncio
import threading
from collections.abc import Callable


def until(is_so: Callable[[], object]) -> None:
    """Returns once it is so; rests between two looks."""
    while not is_so():
        threading.Event().wait(0.001)


async def until_so(is_so: Callable[[], object]) -> None:
    """Returns once it is so; others run between two looks."""
    while not is_so():
        await asyncio.sleep(0)
