"""The events of the stream."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..models.event import (
    FeedEvent as FeedEvent,
    FillEvent as FillEvent,
    GameEvent as GameEvent,
    GapEvent as GapEvent,
    OrderEvent as OrderEvent,
    QuoteFrame as QuoteFrame,
    SpotEvent as SpotEvent,
    TargetEvent as TargetEvent,
    TwapEvent as TwapEvent,
    WindowFrame as WindowFrame,
)
from ..models.names import GapReason as GapReason
from .live_window import LiveWindow as LiveWindow


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
class OrdersStartEvent:
    """The point from which a loop over wallets is complete.

    Orders and fills requested over HTTP after it, updated with the events that follow, miss
    nothing.
    """

    type: Literal["start"]
    topics: tuple[str, ...]
    #: Every event of a topic that follows has a greater seq than the one here.
    seqs: Mapping[str, int]


#: An event of one topic that has a place in its order.
OrderedEvent = TargetEvent | TwapEvent | GameEvent | OrderEvent | FillEvent | GapEvent
#: An event of one topic.
TopicEvent = OrderedEvent | WindowFrame | QuoteFrame | SpotEvent
#: What each loop yields.
TargetsEvent = TargetEvent | GapEvent | FeedEvent
TwapsEvent = TwapEvent | GapEvent | FeedEvent
SpotsEvent = SpotEvent | FeedEvent
GamesEvent = StartEvent | GameEvent | GapEvent
OrdersEvent = OrdersStartEvent | OrderEvent | FillEvent | GapEvent
Event = OrderedEvent | SpotEvent | LiveWindow | FeedEvent | StartEvent | OrdersStartEvent
