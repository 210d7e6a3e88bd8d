"""The events that wait for a loop."""

import threading
from collections import deque
from collections.abc import Callable

from ..errors import StrikelineError
from .events import Event


class Place:
    """The place of an event in a buffer."""

    __slots__ = ("event", "is_taken")

    def __init__(self, event: Event) -> None:
        self.event = event
        self.is_taken = False


class BufferEnded(Exception):
    """There are no more events, and none will come."""


class EventBuffer:
    """Events from the connection to the loop, which may run on another thread.

    It holds at most `events_max`: whoever pushes checks `is_full` first. `wake` is called whenever
    there is something to take, and `idle`, on the loop's thread, when the loop begins to wait.
    """

    def __init__(
        self,
        events_max: int,
        wake: Callable[[], None],
        idle: Callable[[], None] = lambda: None,
    ) -> None:
        # A loop may be collected, and so end, on a thread that holds the lock.
        self._lock = threading.RLock()
        self._places: deque[Place] = deque()
        self._events_max = events_max
        self._wake = wake
        self._idle = idle
        self._is_awaited = False
        self._is_over = False
        self._error: StrikelineError | None = None

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another event."""
        return len(self._places) >= self._events_max

    @property
    def is_idle(self) -> bool:
        """Whether the loop has done with every event, and waits for another; or has ended."""
        return self._is_over or self._is_awaited

    def push(self, event: Event) -> Place:
        """Adds an event. Ignored once the buffer has ended."""
        place = Place(event)
        with self._lock:
            if self._is_over:
                return place
            self._places.append(place)
            self._is_awaited = False
        self._wake()
        return place

    def replace(self, place: Place, event: Event) -> bool:
        """Puts an event in the place of one that nobody took yet. Returns whether it did."""
        with self._lock:
            if not place.is_taken:
                place.event = event
            return not place.is_taken

    def finish(self, error: StrikelineError | None) -> None:
        """Ends the loop once it has taken the buffered events: it raises `error`, if any."""
        with self._lock:
            if self._is_over:
                return
            self._is_over, self._error = True, error
        self._wake()

    def end(self) -> None:
        """Ends the loop and drops the buffered events."""
        with self._lock:
            self._is_over = True
            self._error = None
            self._places.clear()
        self._wake()

    def take(self) -> Event | None:
        """Returns the next event, or None if there is none yet.

        Raises the error that ended it, once, and then `BufferEnded`.
        """
        with self._lock:
            if self._places:
                place = self._places.popleft()
                place.is_taken = True
                return place.event
            if not self._is_over:
                was_awaited, self._is_awaited = self._is_awaited, True
                if not was_awaited:
                    self._idle()
                return None
            error, self._error = self._error, None
        raise BufferEnded if error is None else error
