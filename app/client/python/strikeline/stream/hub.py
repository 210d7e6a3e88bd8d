"""The connections and loops of one stream, on one event loop."""

import asyncio
import itertools
from collections.abc import Callable

from .connection import Destination, ReconnectingConnection, StreamState
from .order_watch import OrderWatches
from .resume import Followed
from .subscription import Subscription


class Hub:
    """Loops with a common topic get a connection each; all others share one.

    Everything here is called on the event loop that it was made on.
    """

    def __init__(
        self,
        destination: Destination,
        events_max: int,
        on_state: Callable[[StreamState], None],
        api_key: str | None,
    ) -> None:
        self._destination = destination
        self._events_max = events_max
        self._on_state = on_state
        self._connections: list[ReconnectingConnection] = []
        self._subscriptions: list[Subscription] = []
        self._numbers = itertools.count(1)
        self._closing: set[asyncio.Task[None]] = set()
        #: The wallets that are watched by those who wait for orders.
        self.watches = OrderWatches(
            lambda wallet_id, wake: self.begin(
                Followed("orders", (wallet_id,), ("",), None), api_key, wake
            )
        )

    def begin(self, followed: Followed, key: str | None, wake: Callable[[], None]) -> Subscription:
        """Begins a loop."""
        subscription = Subscription(followed, key=key, events_max=self._events_max, wake=wake)
        subscription.on_over = lambda: self._leave(subscription)
        self._subscriptions.append(subscription)
        self._connection_for(subscription).add(subscription)
        return subscription

    async def close(self) -> None:
        """Ends all loops, waits and connections."""
        self.watches.close()
        for subscription in list(self._subscriptions):
            subscription.end()
        await asyncio.gather(*self._closing, return_exceptions=True)

    def _connection_for(self, subscription: Subscription) -> ReconnectingConnection:
        for connection in self._connections:
            if connection.has_room_for(subscription):
                return connection
        number = next(self._numbers)
        connection = ReconnectingConnection(number, self._destination, self._on_state)
        self._connections.append(connection)
        return connection

    def _leave(self, subscription: Subscription) -> None:
        self._subscriptions.remove(subscription)
        for connection in list(self._connections):
            connection.remove(subscription)
            if connection.is_empty:
                self._connections.remove(connection)
                task = asyncio.get_running_loop().create_task(connection.close())
                self._closing.add(task)
                task.add_done_callback(self._closing.discard)
