"""Performs calls for an event loop, on threads of its own."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .._core.call import Answer, Call, Item, Pages, Request
from .._core.perform import Pause, Surroundings, note_key, perform
from .._core.settings import Settings
from .._core.verdict import NoAnswer
from .sync_runner import following
from .transport import Abort, Transport

T = TypeVar("T")

CLOSED = NoAnswer("Cannot send the request: the client is closed", was_sent=False, is_last=True)


class AsyncRunner:
    """Performs calls without blocking the event loop.

    The standard library has no asynchronous HTTP, so each attempt runs on one of a few threads.
    The loop itself does the waiting between attempts. A call that is cancelled breaks its
    connection, so that its thread is free at once.
    """

    def __init__(
        self,
        transport: Transport,
        threads: ThreadPoolExecutor,
        settings: Settings,
        around: Surroundings,
    ) -> None:
        self.transport = transport
        self.threads = threads
        self.settings = settings
        self.around = around

    async def run(self, call: Call[T]) -> T:
        """Performs a call and returns its value."""
        steps = perform(call, self.settings, self.around)
        told: Answer | NoAnswer | None = None
        try:
            while True:
                step = steps.send(told)
                if isinstance(step, Pause):
                    await asyncio.sleep(step.seconds)
                    told = None
                else:
                    told = await self._exchange(step.request, step.timeout)
        except StopIteration as done:
            value: T = done.value
            return value
        except BaseException as stopped:
            note_key(call, stopped)
            raise
        finally:
            steps.close()

    async def _exchange(self, request: Request, timeout: float) -> Answer | NoAnswer:
        abort = Abort()
        try:
            attempt = self.threads.submit(self.transport.exchange, request, timeout, abort)
        except RuntimeError:
            return CLOSED
        try:
            # The time spent in the queue counts too: what has not begun by then never will.
            return await asyncio.wait_for(asyncio.wrap_future(attempt), timeout + 1)
        except asyncio.CancelledError:
            # Closing the client cancels what is queued, but not the task that waits for it.
            task = asyncio.current_task()
            if attempt.cancelled() and task is not None and not task.cancelling():
                return CLOSED
            raise
        except asyncio.TimeoutError:
            was_sent = not attempt.cancel()
            return NoAnswer(f"Cannot get an answer within {timeout:g} s", was_sent)
        finally:
            attempt.cancel()
            abort.abort()

    async def items(self, pages: Pages[Item]) -> AsyncIterator[Item]:
        """Yields the items of all pages, and asks for a page when the one before is used up."""
        cursor: str | None = None
        while True:
            page = await self.run(pages(cursor))
            for item in page.data:
                yield item
            cursor = following(cursor, page.next_cursor)
            if cursor is None:
                return
