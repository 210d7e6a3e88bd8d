"""Follows wallets for those who wait for orders.

All who wait for one wallet share a loop, so that a bot with many orders needs one connection.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from ..errors import MissingDependency, StrikelineError
from .buffer import BufferEnded
from .events import Event
from .socket import import_websockets
from .subscription import Subscription

CLOSED = "Cannot wait for an order: the client is closed"

#: Gets the events of a wallet; None when there will be no more.
Take = Callable[[Event | None], None]


@dataclass(slots=True, eq=False)
class _Loop:
    subscription: Subscription | None = None
    takers: list[Take] = field(default_factory=list)


class OrderWatch:
    """A place among those who watch a wallet."""

    def __init__(self, loop: _Loop, leave: Callable[[], None]) -> None:
        self._loop = loop
        #: Leaves. The last one ends the loop.
        self.leave = leave

    @property
    def is_live(self) -> bool:
        """Whether every change of the wallet arrives; otherwise it must be asked for."""
        subscription = self._loop.subscription
        return subscription is not None and subscription.is_live


class OrderWatches:
    """The wallets that are watched. Everything here is called on the event loop of the hub.

    `begin` begins a loop over a wallet from now on, and is given what wakes whoever takes its
    events.
    """

    def __init__(self, begin: Callable[[str, Callable[[], None]], Subscription]) -> None:
        self._begin = begin
        self._loops: dict[str, _Loop] = {}
        self.is_closed = False

    def join(self, wallet_id: str, take: Take) -> OrderWatch:
        """Watches a wallet. Without the package `websockets` it is never live."""
        if self.is_closed:
            raise StrikelineError(CLOSED)
        loop = self._loops.get(wallet_id) or self._new_loop(wallet_id)
        loop.takers.append(take)

        def leave() -> None:
            loop.takers.remove(take)
            if not loop.takers:
                self._forget(wallet_id, loop)
                if loop.subscription is not None:
                    loop.subscription.end()

        return OrderWatch(loop, leave)

    def close(self) -> None:
        """Wakes all who watch, and lets nobody wait any more."""
        self.is_closed = True
        for loop in list(self._loops.values()):
            _tell(loop, None)

    def _new_loop(self, wallet_id: str) -> _Loop:
        loop = self._loops[wallet_id] = _Loop()
        try:
            import_websockets()
        except MissingDependency:
            return loop
        loop.subscription = self._begin(wallet_id, lambda: self._pass_on(wallet_id, loop))
        return loop

    def _pass_on(self, wallet_id: str, loop: _Loop) -> None:
        subscription = loop.subscription
        try:
            while subscription is not None and (event := subscription.buffer.take()) is not None:
                _tell(loop, event)
        except (BufferEnded, StrikelineError):
            # Whoever waits asks instead, and is told of a refusal then.
            self._forget(wallet_id, loop)
            _tell(loop, None)

    def _forget(self, wallet_id: str, loop: _Loop) -> None:
        if self._loops.get(wallet_id) is loop:
            del self._loops[wallet_id]


def _tell(loop: _Loop, event: Event | None) -> None:
    for take in list(loop.takers):
        take(event)
