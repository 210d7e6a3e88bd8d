"""Performs calls on the caller's thread."""

import time
from collections.abc import Iterator
from typing import TypeVar

from .._core.call import Answer, Call, Item, Pages
from .._core.perform import Pause, Surroundings, note_key, perform
from .._core.settings import Settings
from .._core.verdict import NoAnswer
from ..errors import UnexpectedAnswer
from .transport import Transport

T = TypeVar("T")


class SyncRunner:
    """Performs calls with these settings. Safe to use from several threads."""

    def __init__(self, transport: Transport, settings: Settings, around: Surroundings) -> None:
        self.transport = transport
        self.settings = settings
        self.around = around

    def run(self, call: Call[T]) -> T:
        """Performs a call and returns its value."""
        steps = perform(call, self.settings, self.around)
        told: Answer | NoAnswer | None = None
        try:
            while True:
                step = steps.send(told)
                if isinstance(step, Pause):
                    time.sleep(step.seconds)
                    told = None
                else:
                    told = self.transport.exchange(step.request, step.timeout)
        except StopIteration as done:
            value: T = done.value
            return value
        except BaseException as stopped:
            note_key(call, stopped)
            raise
        finally:
            steps.close()

    def items(self, pages: Pages[Item]) -> Iterator[Item]:
        """Yields the items of all pages, and asks for a page when the one before is used up."""
        cursor: str | None = None
        while True:
            page = self.run(pages(cursor))
            yield from page.data
            cursor = following(cursor, page.next_cursor)
            if cursor is None:
                return


def following(cursor: str | None, next_cursor: str | None) -> str | None:
    """Returns the cursor of the next page, or None after the last one."""
    if next_cursor and next_cursor == cursor:
        raise UnexpectedAnswer(f"Cannot go on: the page at {cursor!r} names itself as the next one")
    return next_cursor or None
