"""The events of the stream."""

from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from typing import Literal

from ..game_models import Game
from ..names import Asset, Interval, PriceSource, Provider

#: Why events are missing.
#:
#: - `replay_limit`: they are older than the service replays.
#: - `no_price`: the provider has no price for them.
#: - `not_fetched`: they could not be fetched in time; ask for them later.
#: - `no_feed`: the provider has no feed for the topic; nothing arrives until it has one.
#: - `slow_reader`: never given to a loop; the client reconnects, and what was missed is replayed.
GapReason = Literal["replay_limit", "no_price", "not_fetched", "no_feed", "slow_reader"]


@dataclass(frozen=True, slots=True)
class TargetEvent:
    """The target price of a window that opened: the price to beat."""

    type: Literal["target"]
    #: `targets:btc:5min`
    topic: str
    #: The window's start, unix seconds. Ascends within a topic; only a correction repeats one.
    seq: int
    asset: Asset
    market_type: Interval
    provider: Provider
    source: PriceSource
    #: US dollars.
    price: Decimal
    #: Unix seconds.
    window_start: int
    window_start_iso: datetime
    #: The first unix second after the window.
    window_end: int
    #: The event on the venue, and its page.
    slug: str
    url: str
    #: When the service published it.
    published_at: datetime
    #: Milliseconds from the window's start until it was published.
    delay_ms: int
    #: The price comes from the venue's site: one correction may still follow.
    provisional: bool = False
    #: This event replaces the earlier one with the same `seq`.
    corrects: bool = False

    @property
    def window_end_at(self) -> datetime:
        """The first second after the window."""
        return datetime.fromtimestamp(self.window_end, timezone.utc)


@dataclass(frozen=True, slots=True)
class TwapEvent:
    """The oracle's time-weighted average at one second."""

    type: Literal["twap"]
    #: `twap:btc:60`
    topic: str
    #: The observed second, unix seconds.
    seq: int
    asset: Asset
    #: `btc/usd`
    symbol: str
    #: How many seconds the average looks back.
    window_seconds: int
    #: US dollars, exact.
    value: Decimal
    #: The same times 10^18.
    value_e18: int
    observed_at: datetime
    source: str


@dataclass(frozen=True, slots=True)
class GameEvent:
    """The new state of a game: the game changed, or the platforms that list it did."""

    type: Literal["game"]
    #: `games:nba`
    topic: str
    #: The number of this state. Ascends within a topic; skipped numbers are not lost events.
    seq: int
    game: Game


@dataclass(frozen=True, slots=True)
class StartEvent:
    """The point from which a loop over games is complete.

    A list requested over HTTP after it, updated with the games that follow, misses nothing.
    """

    type: Literal["start"]
    topics: tuple[str, ...]
    #: Every event that follows has a greater seq.
    seq: int


@dataclass(frozen=True, slots=True)
class GapEvent:
    """Events that will not arrive: every seq from `from_seq` to `to_seq`, both included.

    Of games: those whose last change is in this range; ask for them over HTTP.
    """

    type: Literal["gap"]
    topic: str
    from_seq: int
    to_seq: int
    reason: GapReason


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """The new state of a provider. A provider without any such event is healthy.

    `degraded`: its prices are polled and arrive later. `down`: nothing is received.
    """

    type: Literal["feed"]
    provider: Provider
    state: Literal["healthy", "degraded", "down"]
    since: datetime


#: An event of one topic.
TopicEvent = TargetEvent | TwapEvent | GameEvent | GapEvent
#: What each loop yields.
TargetsEvent = TargetEvent | GapEvent | FeedEvent
TwapsEvent = TwapEvent | GapEvent | FeedEvent
GamesEvent = StartEvent | GameEvent | GapEvent
Event = TopicEvent | FeedEvent | StartEvent
