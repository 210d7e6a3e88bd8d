"""The stream of `AsyncClient`."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Concatenate, Generic, ParamSpec, TypeVar, cast

from .._io.methods import documented
from ..errors import StrikelineError
from .buffer import BufferEnded
from .connection import Destination
from .hub import Hub
from .loops import Loop, games, key_for, orders, spot, targets, twap, windows
from .options import StreamOptions
from .order_watch import OrderWatches
from .socket import import_websockets
from .subscription import Subscription

E = TypeVar("E")
T = TypeVar("T")
P = ParamSpec("P")


class AsyncEvents(Generic[E]):
    """One loop over events: `async for event in events`. It begins with the first event taken.

    It ends with `aclose()`, or with the client; a loop that is left with `break` ends when nothing
    refers to it any more.
    """

    def __init__(self, begin: Callable[[Callable[[], None]], Subscription]) -> None:
        self._begin = begin
        self._subscription: Subscription | None = None
        self._woken = asyncio.Event()
        self._is_over = False

    def __aiter__(self) -> "AsyncEvents[E]":
        return self

    async def __anext__(self) -> E:
        """Waits for the next event."""
        if self._is_over:
            raise StopAsyncIteration
        if self._subscription is None:
            # The event alone, so that the stream does not keep an abandoned loop alive.
            self._subscription = self._begin(self._woken.set)
        while True:
            self._woken.clear()
            try:
                event = self._subscription.buffer.take()
            except BufferEnded:
                raise StopAsyncIteration from None
            if event is not None:
                return cast(E, event)
            await self._woken.wait()

    async def aclose(self) -> None:
        """Ends the loop."""
        self._is_over = True
        if self._subscription is not None:
            self._subscription.end()

    async def __aenter__(self) -> "AsyncEvents[E]":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __del__(self) -> None:
        subscription = self._subscription
        if subscription is not None and not subscription.is_over:
            subscription.end_later()


def async_events(
    describe: Callable[P, Loop[E]],
) -> "Callable[Concatenate[AsyncStream, P], AsyncEvents[E]]":
    """Returns a method that begins a loop."""

    def method(self: "AsyncStream", /, *args: P.args, **kwargs: P.kwargs) -> AsyncEvents[E]:
        return self.events(describe(*args, **kwargs))

    return documented(method, describe)


class AsyncStream:
    """Events as they happen. It connects with the first loop and closes with the last one.

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
        self._hub: Hub | None = None
        self._is_closed = False
        #: How often a wait for an order asks over HTTP, in seconds.
        self.ask_interval = destination.timing.ask_interval

    windows = async_events(windows)
    targets = async_events(targets)
    twap = async_events(twap)
    spot = async_events(spot)
    games = async_events(games)
    orders = async_events(orders)

    async def aclose(self) -> None:
        """Ends all loops and connections."""
        self._is_closed = True
        if self._hub is not None:
            await self._hub.close()

    def events(self, loop: Loop[E]) -> AsyncEvents[E]:
        """Returns a loop, which begins with the first event that is taken."""
        key = key_for(loop, self._api_key)
        return AsyncEvents(lambda wake: self._opened(True).begin(loop.followed, key, wake))

    async def wait(self, wait: Callable[[OrderWatches], Awaitable[T]]) -> T:
        """Runs a wait for an order, which does without the stream where there is none."""
        return await wait(self._opened(False).watches)

    def _opened(self, needs_websockets: bool) -> Hub:
        if self._is_closed:
            raise StrikelineError("Cannot open a stream of a client that is closed")
        if needs_websockets:
            import_websockets()
        if self._hub is None:
            options = self._options
            self._hub = Hub(self._destination, options.events_max, options.on_state, self._api_key)
        return self._hub
