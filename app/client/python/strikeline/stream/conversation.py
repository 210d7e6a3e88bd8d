"""One connection after `hello`: the requests sent on it, and who gets the events of each topic."""

from collections import deque
from typing import Literal

from ..errors import StreamRejected
from .events import FeedEvent, QuoteFrame, TargetEvent
from .frames import ErrorFrame, Frame, HelloFrame, PongFrame, SubscribedFrame, UnsubscribedFrame
from .message_pace import MessagePace
from .requests import SubscribeRequest, request_text
from .service_clock import ServiceClock
from .subscription import Subscription

#: The unanswered requests on a connection, at most, so that a busy service is not flooded.
UNANSWERED_MAX = 16
#: Codes that do not blame the request: it may succeed on another connection.
PASSING_CODES = ("internal", "unavailable", "rate_limited")
#: Codes of a key that was valid, and is not any more: they come without an id.
KEY_CODES = ("unauthorized", "forbidden")


class ConnectionFault(Exception):
    """The service failed or violated the protocol, so that the connection must be replaced."""


class Conversation:
    """Sends the requests of subscriptions and passes frames to them. Uses no socket."""

    def __init__(self, hello: HelloFrame, lockstep: bool = False) -> None:
        self._hello = hello
        #: Whether a replay's clock waits for the loops.
        self._is_waited_for = lockstep and hello.lockstep
        #: How many frames came, `hello` included, and how many of them were acknowledged.
        self.received = 1
        self._acknowledged = 0
        #: The latest time of the service's clock that was seen, unix seconds.
        self._server_time = hello.server_time.timestamp()
        self._clock = ServiceClock(hello.server_time)
        self._pace = MessagePace(hello.limits)
        self._subscriptions: list[Subscription] = []
        #: Subscriptions by the id of their request.
        self._asked: dict[int, Subscription] = {}
        self._unanswered: set[int] = set()
        self._outbox: deque[tuple[int, str]] = deque()
        #: Subscriptions by topic, from the answer to their request on.
        self._owners: dict[str, Subscription] = {}
        self._last_id = 0

    def ask(self, subscription: Subscription) -> None:
        """Queues the requests for what a subscription needs."""
        if subscription not in self._subscriptions:
            self._subscriptions.append(subscription)
        subscription.clock = self._clock
        for request in subscription.connected(self._server_time):
            self._asked[self._queue("subscribe", subscription, request)] = subscription

    def leave(self, subscription: Subscription) -> None:
        """Unsubscribes. Events that still arrive for it do not reach a later subscription."""
        if subscription not in self._subscriptions:
            return
        self._subscriptions.remove(subscription)
        self._owners = {
            topic: owner for topic, owner in self._owners.items() if owner is not subscription
        }
        self._asked = {id: asker for id, asker in self._asked.items() if asker is not subscription}
        for request in subscription.unsubscribing():
            self._queue("unsubscribe", subscription, request)

    def sendable(self, now: float) -> tuple[list[str], float | None]:
        """Returns the requests to send now, and the seconds after which more may be sent.

        `now` is of any monotonic clock. None: not before an answer arrives.
        """
        texts: list[str] = []
        while self._outbox and len(self._unanswered) < UNANSWERED_MAX:
            wait = self._pace.spend(now)
            if wait > 0:
                return texts, wait
            id, text = self._outbox.popleft()
            self._unanswered.add(id)
            texts.append(text)
        return texts, None

    def acknowledgement(self) -> str | None:
        """Returns what to send once every loop has done with its events; None before, or twice."""
        if not self._is_waited_for or self.received <= self._acknowledged:
            return None
        if not all(each.buffer.is_idle for each in self._subscriptions):
            return None
        self._acknowledged = self.received
        return f'{{"op":"ack","n":{self.received}}}'

    def take(self, frame: Frame) -> None:
        """Handles a frame that came after `hello`. Raises `ConnectionFault`."""
        if isinstance(frame, FeedEvent):
            for subscription in list(self._subscriptions):
                subscription.take_feed(frame)
            return
        for subscription in list(self._subscriptions):
            subscription.assume_healthy(self._hello.server_time)
        match frame:
            case HelloFrame():
                raise ConnectionFault("The service sent a second hello")
            case SubscribedFrame():
                self._subscribed(frame)
            case UnsubscribedFrame():
                self._answered(frame.id)
            case ErrorFrame():
                self._refused(frame)
            case PongFrame():
                pass
            case _:
                if isinstance(frame, TargetEvent):
                    published = frame.published_at.timestamp()
                    self._server_time = max(self._server_time, published)
                if isinstance(frame, QuoteFrame):
                    self._clock.set(frame.at)
                owner = self._owners.get(frame.topic)
                if owner is not None:
                    owner.take(frame)

    def _queue(
        self,
        op: Literal["subscribe", "unsubscribe"],
        subscription: Subscription,
        request: SubscribeRequest,
    ) -> int:
        self._last_id += 1
        key = subscription.key if op == "subscribe" else None
        text = request_text(
            request,
            op=op,
            id=self._last_id,
            channel=subscription.channel,
            key=key,
            is_waited_for=self._is_waited_for,
        )
        self._outbox.append((self._last_id, text))
        return self._last_id

    def _answered(self, id: int | str | None) -> Subscription | None:
        if not isinstance(id, int):
            return None
        self._unanswered.discard(id)
        return self._asked.get(id)

    def _subscribed(self, frame: SubscribedFrame) -> None:
        subscription = self._answered(frame.id)
        if subscription is not None:
            for topic in subscription.subscribed(frame):
                self._owners[topic] = subscription

    def _refused(self, frame: ErrorFrame) -> None:
        """An error can arrive long after `subscribed`, when the service cannot continue."""
        if frame.id is None and frame.code in KEY_CODES:
            # It does not say whose key: who still has a valid one goes on after what it has.
            for each in list(self._subscriptions):
                if each.channel == "orders":
                    self.ask(each)
            return
        subscription = self._answered(frame.id)
        if subscription is None:
            return
        if frame.code in PASSING_CODES:
            raise ConnectionFault(f"The service failed: {frame.error}")
        subscription.finish(StreamRejected(frame.error, code=frame.code, hint=frame.hint))
