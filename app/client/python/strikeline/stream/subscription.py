"""One loop: what it follows, what it got, and the events that wait for it."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from datetime import datetime

from ..errors import StreamOverrun, StrikelineError
from ..names import Channel
from .buffer import EventBuffer
from .events import Event, FeedEvent, OrdersStartEvent, StartEvent, TopicEvent
from .feed_states import FeedStates
from .frames import SubscribedFrame
from .requests import SubscribeRequest
from .resume import Followed, Resume
from .topic import is_counted, provider_of


class Subscription:
    """Passes events from connections to one loop."""

    def __init__(
        self,
        followed: Followed,
        *,
        key: str | None,
        events_max: int,
        wake: Callable[[], None],
    ) -> None:
        self.key = key
        self.buffer = EventBuffer(events_max, wake)
        self._events_max = events_max
        self._resume = Resume(followed)
        self._feeds = FeedStates()
        self._providers: set[str] = set()
        #: Whether the `start` event is still to come.
        self._is_starting = is_counted(followed.channel) and followed.since is None
        #: Whether the service has answered it on the connection that it has now.
        self.is_live = False
        #: Called once when it is over, such as after a refusal.
        self.on_over: Callable[[], None] = lambda: None
        self.is_over = False
        self._loop = asyncio.get_running_loop()

    @property
    def channel(self) -> Channel:
        """The channel of all its topics."""
        return self._resume.channel

    def connected(self, server_time: float) -> list[SubscribeRequest]:
        """Returns the requests for a new connection, when the clock shows at least this time."""
        self.disconnected()
        return self._resume.connected(server_time)

    def disconnected(self) -> None:
        """Notes that the connection ended."""
        self.is_live = False
        self._feeds.disconnected()

    def subscribed(self, answer: SubscribedFrame) -> list[str]:
        """Takes the answer to a request. Returns the topics whose events belong here."""
        mine = self._resume.subscribed(answer.topics, answer.seq, answer.seqs)
        self.is_live = bool(mine)
        start = _start(answer, tuple(mine))
        if self._is_starting and mine and start is not None:
            self._is_starting = False
            self._push(start, self._resume.last_seqs())
        providers = {provider for topic in mine if (provider := provider_of(topic)) is not None}
        self._providers.update(providers)
        self._feeds.subscribed(providers)
        return mine

    def take(self, event: TopicEvent) -> None:
        """Takes an event of one of its topics."""
        last_seqs = self._resume.last_seqs() if self.buffer.is_full else {}
        news = self._resume.take(event)
        if news is not None:
            self._push(news, last_seqs)

    def take_feed(self, event: FeedEvent) -> None:
        """Takes the state of any provider; ignores those of other topics."""
        if event.provider in self._providers:
            news = self._feeds.take(event)
            if news is not None:
                self._push(news, self._resume.last_seqs())

    def assume_healthy(self, server_time: datetime) -> None:
        """Call it when a frame other than a provider's state arrives."""
        for event in self._feeds.assume_healthy(server_time):
            self._push(event, self._resume.last_seqs())

    def unsubscribing(self) -> list[SubscribeRequest]:
        """Returns the requests that unsubscribe it."""
        return self._resume.unsubscribing()

    def overlaps(self, other: "Subscription") -> bool:
        """Whether both follow a common topic, so that they cannot share a connection."""
        return self._resume.overlaps(other._resume)

    def fail(self, error: StrikelineError) -> None:
        """Makes the loop raise `error` after it has taken the buffered events."""
        self.is_live = False
        self.buffer.fail(error)
        self._over()

    def end(self) -> None:
        """Ends the loop."""
        self.buffer.end()
        self._over()

    def end_later(self) -> None:
        """Ends the loop from any thread, and where it is forgotten."""
        self.buffer.end()
        # An event loop that is closed has no connection to leave.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._over)

    def _push(self, event: Event, last_seqs: Mapping[str, int]) -> None:
        if self.buffer.is_full:
            self.fail(StreamOverrun(self._events_max, last_seqs))
        else:
            self.buffer.push(event)

    def _over(self) -> None:
        if not self.is_over:
            self.is_over = True
            self.on_over()


def _start(
    answer: SubscribedFrame, topics: tuple[str, ...]
) -> StartEvent | OrdersStartEvent | None:
    if answer.seqs is not None:
        return OrdersStartEvent("start", topics, answer.seqs)
    return None if answer.seq is None else StartEvent("start", topics, answer.seq)
