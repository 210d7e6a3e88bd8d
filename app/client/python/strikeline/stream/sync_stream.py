"""The stream of `Client`: the asynchronous one, on a thread of its own."""

import asyncio
import threading
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from .._io.methods import documented
from ..errors import StrikelineError
from .buffer import BufferEnded
from .connection import Destination
from .hub import Hub
from .loops import Loop, games, key_for, orders, spot, targets, twap, windows
from .options import StreamOptions
from .order_watch import OrderWatches
from .resume import Followed
from .socket import import_websockets
from .subscription import Subscription

E = TypeVar("E")
T = TypeVar("T")
P = ParamSpec("P")

#: How often a waiting loop looks up, so that Ctrl-C ends it on every platform.
LOOK_UP_SEC = 1.0


class Events(Generic[E]):
    """One loop over events: `for event in events`. It begins with the first event taken.

    It ends with `close()`, which any thread may call, or with the client; a loop that is left with
    `break` ends when nothing refers to it any more.
    """

    def __init__(self, begin: Callable[[Callable[[], None]], Subscription]) -> None:
        self._begin = begin
        self._subscription: Subscription | None = None
        self._woken = threading.Condition()
        self._is_over = False

    def __iter__(self) -> "Events[E]":
        return self

    def __next__(self) -> E:
        """Waits for the next event."""
        if self._is_over:
            raise StopIteration
        if self._subscription is None:
            self._subscription = self._begin(_waker(self._woken))
        with self._woken:
            while True:
                try:
                    event = self._subscription.buffer.take()
                except BufferEnded:
                    raise StopIteration from None
                if event is not None:
                    return cast(E, event)
                self._woken.wait(LOOK_UP_SEC)

    def close(self) -> None:
        """Ends the loop."""
        self._is_over = True
        if self._subscription is not None:
            self._subscription.end_later()

    def __enter__(self) -> "Events[E]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        subscription = self._subscription
        if subscription is not None and not subscription.is_over:
            subscription.end_later()


def _waker(condition: threading.Condition) -> Callable[[], None]:
    """Returns what wakes a loop. It does not refer to the loop, which may be abandoned."""

    def wake() -> None:
        with condition:
            condition.notify_all()

    return wake


class LoopThread:
    """A thread with an event loop, and the hub on it."""

    def __init__(
        self, destination: Destination, options: StreamOptions, api_key: str | None
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._hub = Hub(destination, options.events_max, options.on_state, api_key)
        self._thread = threading.Thread(target=self._run, name="strikeline-stream", daemon=True)
        self._thread.start()

    def begin(self, followed: Followed, key: str | None, wake: Callable[[], None]) -> Subscription:
        """Begins a loop, from any other thread."""

        async def begun() -> Subscription:
            return self._hub.begin(followed, key, wake)

        return asyncio.run_coroutine_threadsafe(begun(), self._loop).result()

    def begin_wait(self, wait: Callable[[OrderWatches], Coroutine[Any, Any, T]]) -> Future[T]:
        """Begins a wait for an order, from any other thread."""
        return asyncio.run_coroutine_threadsafe(wait(self._hub.watches), self._loop)

    def close(self) -> None:
        """Ends all loops, waits and connections, and the thread."""
        if self._thread.is_alive() and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.stop)
            if threading.current_thread() is not self._thread:
                self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(self._hub.close())
            # Waits end by themselves then.
            rest = asyncio.gather(*asyncio.all_tasks(self._loop), return_exceptions=True)
            self._loop.run_until_complete(rest)
        finally:
            self._loop.close()


def sync_events(describe: Callable[P, Loop[E]]) -> "Callable[Concatenate[Stream, P], Events[E]]":
    """Returns a method that begins a loop."""

    def method(self: "Stream", /, *args: P.args, **kwargs: P.kwargs) -> Events[E]:
        return self.events(describe(*args, **kwargs))

    return documented(method, describe)


class Stream:
    """Events as they happen. It connects with the first loop; `Client.close()` ends it.

    Each loop gets every event of its topics once and in order, also across reconnects: the service
    replays what was missed, and a `GapEvent` says what it cannot replay. A loop raises
    `StreamRejected` if the service refuses it, and `StreamOverrun` if it is too slow.
    """

    def __init__(
        self, destination: Destination, api_key: str | None, options: StreamOptions
    ) -> None:
        self._destination = destination
        self._api_key = api_key
        self._options = options
        self._lock = threading.Lock()
        self._thread: LoopThread | None = None
        self._is_closed = False
        #: How often a wait for an order asks over HTTP, in seconds.
        self.ask_interval = destination.timing.ask_interval

    windows = sync_events(windows)
    targets = sync_events(targets)
    twap = sync_events(twap)
    spot = sync_events(spot)
    games = sync_events(games)
    orders = sync_events(orders)

    def close(self) -> None:
        """Ends all loops and connections."""
        with self._lock:
            self._is_closed = True
            thread, self._thread = self._thread, None
        if thread is not None:
            thread.close()

    def events(self, loop: Loop[E]) -> Events[E]:
        """Returns a loop, which begins with the first event that is taken."""
        key = key_for(loop, self._api_key)
        return Events(lambda wake: self._begin(loop.followed, key, wake))

    def wait(self, wait: Callable[[OrderWatches], Coroutine[Any, Any, T]]) -> T:
        """Runs a wait for an order, which does without the stream where there is none."""
        with self._lock:
            waiting = self._opened().begin_wait(wait)
        try:
            while not wait_for([waiting], LOOK_UP_SEC).done:
                pass
        finally:
            waiting.cancel()
        return waiting.result()

    def _begin(self, followed: Followed, key: str | None, wake: Callable[[], None]) -> Subscription:
        # With the lock held, so that the thread does not end before it has begun the loop.
        with self._lock:
            import_websockets()
            return self._opened().begin(followed, key, wake)

    def _opened(self) -> LoopThread:
        if self._is_closed:
            raise StrikelineError("Cannot open a stream of a client that is closed")
        if self._thread is None:
            self._thread = LoopThread(self._destination, self._options, self._api_key)
            # Also when the program ends, or the client is forgotten.
            weakref.finalize(self, self._thread.close)
        return self._thread
