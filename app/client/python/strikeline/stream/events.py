"""The events of the stream."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..models.event import (
    FeedEvent as FeedEvent,
    GameEvent as GameEvent,
    GapEvent as GapEvent,
    QuoteFrame as QuoteFrame,
    SpotEvent as SpotEvent,
    TargetEvent as TargetEvent,
    TwapEvent as TwapEvent,
    WindowFrame as WindowFrame,
)
from ..models.names import GapReason as GapReason
from ..models.wallet_event import (
    ClaimEvent as ClaimEvent,
    FillEvent as FillEvent,
    MergeEvent as MergeEvent,
    OrderEvent as OrderEvent,
    SplitEvent as SplitEvent,
)
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

    Orders, fills and claims requested over HTTP after it, updated with the events that follow,
    miss nothing.
    """

    type: Literal["start"]
    topics: tuple[str, ...]
    #: Every event of a topic that follows has a greater seq than the one here.
    seqs: Mapping[str, int]


#: What a wallet does on the chain.
ActionEvent = ClaimEvent | SplitEvent | MergeEvent
#: What changes of a wallet.
WalletEvent = OrderEvent | FillEvent | ActionEvent
#: An event of one topic that has a place in its order.
OrderedEvent = TargetEvent | TwapEvent | GameEvent | WalletEvent | GapEvent
#: An event of one topic.
TopicEvent = OrderedEvent | WindowFrame | QuoteFrame | SpotEvent
#: What each loop yields.
TargetsEvent = TargetEvent | GapEvent | FeedEvent
TwapsEvent = TwapEvent | GapEvent | FeedEvent
SpotsEvent = SpotEvent | FeedEvent
GamesEvent = StartEvent | GameEvent | GapEvent
OrdersEvent = OrdersStartEvent | WalletEvent | GapEvent
Event = OrderedEvent | SpotEvent | LiveWindow | FeedEvent | StartEvent | OrdersStartEvent
