"""The frames of the stream besides its events, and how a frame is read."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from .._core.decode import decode
from .._core.json_text import read_json
from ..errors import UnexpectedAnswer
from .events import FeedEvent, GameEvent, GapEvent, TargetEvent, TopicEvent, TwapEvent

Channel = Literal["targets", "twap", "games"]


@dataclass(frozen=True, slots=True)
class MessageLimits:
    """What the service takes of a connection. The client needs only some of it."""

    messages_per_sec: int = 0
    #: The most messages at once.
    message_burst: int = 0
    connections_per_ip: int = 0
    message_bytes: int = 0
    topics: int = 0
    replays_per_ip: int = 0
    replay_windows: int = 0
    replay_games: int = 0


@dataclass(frozen=True, slots=True)
class HelloFrame:
    """The first frame of a connection."""

    type: Literal["hello"]
    #: The version of these frames.
    protocol: int
    #: The service's clock.
    server_time: datetime
    limits: MessageLimits = MessageLimits()


@dataclass(frozen=True, slots=True)
class SubscribedFrame:
    """The answer to a subscription. The events of its topics follow."""

    type: Literal["subscribed"]
    channel: Channel
    topics: tuple[str, ...]
    id: int | str | None = None
    #: Of games: the seq after which events follow.
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class UnsubscribedFrame:
    """The end of topics: nothing of them follows."""

    type: Literal["unsubscribed"]
    channel: Channel
    topics: tuple[str, ...]
    id: int | str | None = None


@dataclass(frozen=True, slots=True)
class PongFrame:
    """The answer to a ping."""

    type: Literal["pong"]
    id: int | str | None = None


@dataclass(frozen=True, slots=True)
class ErrorFrame:
    """An error about a frame that the client sent: refused, or failed later."""

    type: Literal["error"]
    error: str
    code: str
    id: int | str | None = None
    hint: str | None = None


Frame = (
    HelloFrame
    | SubscribedFrame
    | UnsubscribedFrame
    | PongFrame
    | ErrorFrame
    | TopicEvent
    | FeedEvent
)

FRAMES: dict[str, type[Any]] = {
    "hello": HelloFrame,
    "subscribed": SubscribedFrame,
    "unsubscribed": UnsubscribedFrame,
    "pong": PongFrame,
    "error": ErrorFrame,
    "target": TargetEvent,
    "twap": TwapEvent,
    "game": GameEvent,
    "gap": GapEvent,
    "feed": FeedEvent,
}


def parse_frame(data: object) -> Frame | None:
    """Reads a message. Returns None for a frame of a type that a newer service has.

    Raises `UnexpectedAnswer` for what is no frame.
    """
    if not isinstance(data, str):
        raise UnexpectedAnswer("Cannot read a frame that is not text")
    try:
        value = read_json(data)
    except ValueError as error:
        raise UnexpectedAnswer(f"Cannot read a frame as JSON: {error}") from None
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str):
        raise UnexpectedAnswer("Cannot read a frame without a type")
    into = FRAMES.get(kind)
    if into is None:
        return None
    frame: Frame = decode(into, value)
    return frame
