"""One loop: what it follows, what it got, and the events that wait for it."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from datetime import datetime, timezone

from ..errors import StreamOverrun, StrikelineError
from ..names import Channel
from .buffer import EventBuffer, Place
from .events import (
    Event,
    FeedEvent,
    OrdersStartEvent,
    QuoteFrame,
    SpotEvent,
    StartEvent,
    TopicEvent,
    WindowFrame,
)
from .feed_states import FeedStates
from .frames import SubscribedFrame
from .live_window import WindowMerge, live_window
from .requests import SubscribeRequest
from .resume import Followed, Resume
from .service_clock import ServiceClock
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
        self.buffer = EventBuffer(events_max, wake, self._idle)
        self._events_max = events_max
        self._resume = Resume(followed)
        self._feeds = FeedStates()
        self._providers: set[str] = set()
        #: The service's clock, as the connection knows it.
        self.clock = ServiceClock(datetime.now(timezone.utc))
        self._windows = WindowMerge()
        #: What was last given of a topic whose values replace each other, and of which window.
        self._newest: dict[str, tuple[Place, int]] = {}
        #: Whether the `start` event is still to come.
        self._is_starting = is_counted(followed.channel) and followed.since is None
        #: Whether the service has answered it on the connection that it has now.
        self.is_live = False
        #: Called once when it is over, such as after a refusal.
        self.on_over: Callable[[], None] = lambda: None
        self.is_over = False
        #: Called when its loop begins to wait.
        self.on_idle: Callable[[], None] = lambda: None
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
        # A window says itself whether its price is live.
        providers = {
            provider
            for topic in mine
            if self.channel != "windows" and (provider := provider_of(topic)) is not None
        }
        self._providers.update(providers)
        self._feeds.subscribed(providers)
        return mine

    def take(self, event: TopicEvent) -> None:
        """Takes an event of one of its topics."""
        last_seqs = self._resume.last_seqs() if self.buffer.is_full else {}
        news = self._resume.take(event)
        if isinstance(news, (WindowFrame, QuoteFrame)):
            whole = self._windows.take(news)
            if whole is not None:
                window = live_window(whole, lambda: self.clock.now())
                is_newer = isinstance(news, QuoteFrame)
                self._push_newest(event.topic, window, whole.seq, is_newer, last_seqs)
        elif isinstance(news, SpotEvent):
            self._push_newest(event.topic, news, 0, True, last_seqs)
        elif news is not None:
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

    def finish(self, error: StrikelineError | None = None) -> None:
        """Ends the loop once it has taken the buffered events: it raises `error`, if any."""
        self.is_live = False
        self.buffer.finish(error)
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

    def _push_newest(
        self, topic: str, event: Event, start: int, is_newer: bool, last_seqs: Mapping[str, int]
    ) -> None:
        """Gives a loop that is slow the newest values alone, and none that are old."""
        last = self._newest.get(topic)
        if is_newer and last is not None and last[1] == start:
            if self.buffer.replace(last[0], event):
                return
        place = self._push(event, last_seqs)
        if place is not None:
            self._newest[topic] = place, start

    def _push(self, event: Event, last_seqs: Mapping[str, int]) -> Place | None:
        if self.buffer.is_full:
            self.finish(StreamOverrun(self._events_max, last_seqs))
            return None
        return self.buffer.push(event)

    def _idle(self) -> None:
        # On the thread of the loop, which may outlive that of the stream.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(lambda: self.on_idle())

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
