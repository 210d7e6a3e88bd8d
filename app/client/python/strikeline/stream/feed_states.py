"""The states of providers that one loop was told.

After a subscription the service sends a provider's state only if it is not healthy. It says nothing
of a provider that recovered while the connection was down, so that this finds it out.
"""

from collections.abc import Iterable
from datetime import datetime

from ..names import Provider
from .events import FeedEvent


class FeedStates:
    """The last state of each provider that was told."""

    def __init__(self) -> None:
        self._told: dict[Provider, FeedEvent] = {}
        #: Providers whose state would arrive next if it were not healthy.
        self._awaited: set[Provider] = set()

    def take(self, event: FeedEvent) -> FeedEvent | None:
        """Takes a state. Returns it if it differs from the last one that was told."""
        self._awaited.discard(event.provider)
        last = self._told.get(event.provider)
        is_same = event.state == ("healthy" if last is None else last.state)
        if is_same and (event.state == "healthy" or last is None or last.since == event.since):
            return None
        self._told[event.provider] = event
        return event

    def subscribed(self, providers: Iterable[Provider]) -> None:
        """Notes that a subscription to topics of these providers was answered."""
        self._awaited.update(providers)

    def assume_healthy(self, server_time: datetime) -> list[FeedEvent]:
        """Call it when any other frame arrives. Returns the recoveries to tell."""
        healthy = [FeedEvent("feed", each, "healthy", server_time) for each in self._awaited]
        return [event for event in map(self.take, healthy) if event is not None]

    def disconnected(self) -> None:
        """Notes that the connection ended."""
        self._awaited.clear()
