"""What the service sends about its stream, frame by frame.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from typing import Literal

from .game import Game
from .names import Asset, Channel, GapReason, Interval, PriceSource, Provider

__all__ = [
    "ErrorFrame",
    "FeedEvent",
    "Frame",
    "GameEvent",
    "GapEvent",
    "HelloFrame",
    "MessageLimits",
    "PongFrame",
    "SubscribedFrame",
    "TargetEvent",
    "TwapEvent",
    "UnsubscribedFrame",
]


@dataclass(frozen=True, slots=True)
class MessageLimits:
    """The limits of this client."""

    #: Maximum sockets per client address.
    connections_per_ip: int = 0
    #: Maximum bytes of a client's message.
    message_bytes: int = 0
    #: Messages that a socket may send each second.
    messages_per_sec: int = 0
    #: Messages that a socket may send at once.
    message_burst: int = 0
    #: Maximum topics per socket.
    topics: int = 0
    #: Sockets of a client address that replay at the same time; others wait.
    replays_per_ip: int = 0
    #: Windows, or seconds, of a topic that `since` can replay.
    replay_windows: int = 0
    #: Games of a topic that `since` can replay.
    replay_games: int = 0


@dataclass(frozen=True, slots=True)
class HelloFrame:
    """The greeting, once and first. The protocol version and the limits."""

    type: Literal["hello"]
    #: Version of these frames.
    protocol: int
    #: The service's clock.
    server_time: datetime
    limits: MessageLimits = MessageLimits()


@dataclass(frozen=True, slots=True)
class SubscribedFrame:
    """The topics of a `subscribe`.

    Comes before the replay or the current values of those topics.
    """

    type: Literal["subscribed"]
    channel: Channel
    #: The topics of the request.
    topics: tuple[str, ...]
    #: The `id` of the request, if it had one.
    id: int | str | None = None
    #: With `games` only: the number up to which every game was published. All later changes, in any
    #: league, have a greater one.
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class ErrorFrame:
    """A message was refused; the socket stays open, except after too many messages.

    The fields of the coded family of errors. Without `id` if none could be read.
    """

    type: Literal["error"]
    #: What failed, in one sentence.
    error: str
    #: A stable code to branch on.
    code: Literal[
        "bad_request",
        "unauthorized",
        "forbidden",
        "not_found",
        "method_not_allowed",
        "rate_limited",
        "unavailable",
        "internal",
    ]
    #: The `id` of the request, if it had one.
    id: int | str | None = None
    #: What to do next.
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class UnsubscribedFrame:
    """The topics of an `unsubscribe`. Nothing of those topics comes after it."""

    type: Literal["unsubscribed"]
    channel: Channel
    #: The topics of the request.
    topics: tuple[str, ...]
    #: The `id` of the request, if it had one.
    id: int | str | None = None


@dataclass(frozen=True, slots=True)
class PongFrame:
    """The answer to `ping`. The socket works both ways."""

    type: Literal["pong"]
    #: The `id` of the request, if it had one.
    id: int | str | None = None


@dataclass(frozen=True, slots=True)
class TargetEvent:
    """The target of a window that has opened.

    Final, and sent once a socket, unless it is `provisional`.
    """

    type: Literal["target"]
    #: `targets:<asset>:<interval>`.
    topic: str
    #: The window's start, unix seconds.
    seq: int
    asset: Asset
    market_type: Interval
    provider: Provider
    source: PriceSource
    #: Target (opening) price in US dollars.
    price: Decimal
    #: First second of the window, unix seconds.
    window_start: int
    #: `window_start` as a date and time.
    window_start_iso: datetime
    #: First second after the window, unix seconds.
    window_end: int
    #: Slug of the event on the primary venue.
    slug: str
    #: Page of the event on the primary venue.
    url: str
    #: When this frame was created.
    published_at: datetime
    #: Milliseconds from the window's start to `published_at`.
    delay_ms: int
    #: Only the venue's site has published the price: it may still be corrected, once.
    provisional: bool = False
    #: Replaces the target that was sent under this `seq`.
    corrects: bool = False

    @property
    def window_end_at(self) -> datetime:
        """The instant of `window_end`."""
        return datetime.fromtimestamp(self.window_end, timezone.utc)


@dataclass(frozen=True, slots=True)
class TwapEvent:
    """The oracle's average at a second. As the oracle signed it; never computed by the service."""

    type: Literal["twap"]
    #: `twap:<asset>:<seconds averaged over>`.
    topic: str
    #: The observed second, unix seconds.
    seq: int
    asset: Asset
    #: The pair, such as `btc/usd`.
    symbol: str
    #: The look-back of the average.
    window_seconds: Literal[30, 60]
    #: The average in US dollars.
    value: Decimal
    #: The same times 10^18.
    value_e18: int
    #: The observed second.
    observed_at: datetime
    #: Always the oracle's own average.
    source: Literal["oracle_twap"]


@dataclass(frozen=True, slots=True)
class GameEvent:
    """A changed game, complete.

    As `GET /api/v1/games` returns it with `include=platforms,coverage`.
    """

    type: Literal["game"]
    #: `games:<league>`.
    topic: str
    #: The number under which this state of the game is stored: the same on every replica. Numbers
    #: in between belong to other leagues, or to games that have changed again.
    seq: int
    game: Game


@dataclass(frozen=True, slots=True)
class GapEvent:
    """Events that will not arrive: every seq from `from_seq` to `to_seq`, both included.

    Of games: those whose last change is in this range; ask for them over HTTP.
    """

    type: Literal["gap"]
    #: `targets:<asset>:<interval>`, `twap:<asset>:<seconds averaged over>` or `games:<league>`.
    topic: str
    #: The first `seq` that is missing.
    from_seq: int
    #: The last `seq` that is missing.
    to_seq: int
    reason: GapReason


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """The state of the connection to a provider, when it changes.

    Sent to subscribers of that provider's topics; after `subscribed` unless it is healthy.
    """

    type: Literal["feed"]
    #: The provider of the prices of your topics.
    provider: Provider
    #: `degraded`: the provider's own stream is interrupted and requests replace it, so frames come
    #: later. `down`: nothing is received at all.
    state: Literal["healthy", "degraded", "down"]
    #: When the state began.
    since: datetime


#: Whatever the service sends on the stream.
Frame = (
    HelloFrame
    | SubscribedFrame
    | ErrorFrame
    | UnsubscribedFrame
    | PongFrame
    | TargetEvent
    | TwapEvent
    | GameEvent
    | GapEvent
    | FeedEvent
)
