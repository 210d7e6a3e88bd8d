"""What the service sends about its stream, frame by frame.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from .event import (
    FeedEvent,
    GameEvent,
    GapEvent,
    QuoteFrame,
    SpotEvent,
    TargetEvent,
    TwapEvent,
    WindowFrame,
)
from .names import Channel
from .wallet_event import ClaimEvent, FillEvent, MergeEvent, OrderEvent, SplitEvent

__all__ = [
    "ErrorFrame",
    "Frame",
    "HelloFrame",
    "MessageLimits",
    "PongFrame",
    "SubscribedFrame",
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
    #: Frames of a wallet that `since` can replay.
    replay_frames: int = 0


@dataclass(frozen=True, slots=True)
class HelloFrame:
    """The greeting, once and first. The protocol version and the limits."""

    type: Literal["hello"]
    #: Version of these frames.
    protocol: int
    #: The service's clock.
    server_time: datetime
    #: In a replay whose clock waits for what a client with `ack` has not acknowledged; else left
    #: out.
    lockstep: bool = False
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
    #: With `orders` only: the last `seq` of each topic, after which it goes on.
    seqs: Mapping[str, int] | None = None


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


#: Whatever the service sends on the stream.
Frame = (
    HelloFrame
    | SubscribedFrame
    | ErrorFrame
    | UnsubscribedFrame
    | PongFrame
    | WindowFrame
    | QuoteFrame
    | TargetEvent
    | TwapEvent
    | SpotEvent
    | GameEvent
    | OrderEvent
    | FillEvent
    | ClaimEvent
    | SplitEvent
    | MergeEvent
    | GapEvent
    | FeedEvent
)
