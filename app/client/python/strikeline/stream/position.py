"""The position of a loop in one topic: what it got, and where to go on after a reconnect."""

import dataclasses
from dataclasses import dataclass

from .events import (
    GapEvent,
    OrderedEvent,
    QuoteFrame,
    SpotEvent,
    TargetEvent,
    TopicEvent,
    WindowFrame,
)
from .window_position import Watching, take_window


@dataclass(frozen=True, slots=True)
class New:
    """Nothing was requested yet."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The current value was requested when the service's clock showed `asked_at` (unix seconds).

    `is_returned`: the connection broke before anything arrived, so that a later one requests the
    value that was current then and everything after it.
    """

    asked_at: float
    is_returned: bool = False


@dataclass(frozen=True, slots=True)
class After:
    """The loop got everything up to `seq`, or does not want it."""

    seq: int


Position = New | Joined | After | Watching


def first_position(since: int | None) -> Position:
    """Returns where to begin: after `since`, or at the current value."""
    return New() if since is None else After(since)


def on_connect(position: Position, server_time: float) -> Position:
    """Returns the position on a new connection, when the clock shows at least `server_time`."""
    match position:
        case New():
            return Joined(server_time)
        case Joined(asked_at, _):
            return Joined(asked_at, is_returned=True)
        case After() | Watching():
            return position


def since_of(position: Position, age_max: int) -> int | None:
    """Returns the `since` to subscribe with; None requests the current value.

    `age_max` is the greatest age of a current value, in seconds.
    """
    match position:
        case After(seq):
            return seq
        case Watching():
            return position.since
        case Joined(asked_at, True):
            # A window open at `asked_at` started less than its length before; `since` is exclusive.
            return int(asked_at // 1) - age_max
        case _:
            return None


def take(position: Position, event: TopicEvent, age_max: int) -> tuple[Position, TopicEvent | None]:
    """Takes an event of any kind. Returns the next position, and what the loop gets."""
    if isinstance(event, SpotEvent):
        return position, event
    if isinstance(event, (WindowFrame, QuoteFrame)):
        return _take_window(position, event)
    return _take_ordered(position, event, age_max)


def _take_window(
    position: Position, frame: WindowFrame | QuoteFrame
) -> tuple[Position, TopicEvent | None]:
    over_at = None
    if isinstance(position, Joined) and position.is_returned:
        over_at = position.asked_at
    seq = position.seq if isinstance(position, After) else None
    watching = position if isinstance(position, Watching) else Watching(seq, {})
    after, news = take_window(watching, frame, over_at)
    return position if news is None else after, news


def _take_ordered(
    position: Position, event: OrderedEvent, age_max: int
) -> tuple[Position, OrderedEvent | None]:
    """Takes an event that has a place in the order of its topic.

    Drops what the loop got already, and windows that were over before it began. A correction of
    what it got passes and leaves the position as it is.
    """
    if isinstance(event, GapEvent):
        return _take_gap(position, event, age_max)
    is_correction = isinstance(event, TargetEvent) and event.corrects
    if isinstance(position, After) and event.seq <= position.seq:
        return position, event if is_correction else None
    if is_correction and not isinstance(position, After):
        return position, None
    end = event.window_end if isinstance(event, TargetEvent) else event.seq + age_max
    return (position, None) if _is_over(position, end) else (After(event.seq), event)


def _take_gap(
    position: Position, gap: GapEvent, age_max: int
) -> tuple[Position, OrderedEvent | None]:
    # Nothing is lost: the service closes the connection, and the next one replays what was missed.
    if gap.reason == "slow_reader" or _is_over(position, gap.to_seq + age_max):
        return position, None
    if isinstance(position, After):
        if gap.to_seq <= position.seq:
            return position, None
        if gap.from_seq <= position.seq:
            gap = dataclasses.replace(gap, from_seq=position.seq + 1)
    return After(gap.to_seq), gap


def _is_over(position: Position, end: int) -> bool:
    """Whether something that ended at `end` was over before the loop began."""
    return isinstance(position, Joined) and position.is_returned and end <= position.asked_at
