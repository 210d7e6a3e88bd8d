"""What the service sends about markets of the secondary venue.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

__all__ = ["ActiveOutcomeTargets", "OutcomeTarget", "OutcomeTargetsAt", "TradeUrls"]


@dataclass(frozen=True, slots=True)
class TradeUrls:
    """The pages on which the sides are traded."""

    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class OutcomeTarget:
    """A recurring market of the secondary venue."""

    #: `exact`: the instant lies in the window, from its start up to, but without, its expiry.
    match_type: Literal["exact", "nearest"]
    #: To the nearest second inside the window: 0 if exact, and only then; 1 at the expiry itself.
    distance_seconds: int
    #: The venue's number of the market.
    outcome_id: int
    market_slug: str
    yes_slug: str
    no_slug: str
    trade_urls: TradeUrls
    #: The asset, as the venue writes it.
    underlying: str
    market_class: Literal["priceBinary"]
    #: How long the window is, as the venue writes it.
    period: str
    #: Expiry less period, unix seconds.
    window_start: int
    window_start_iso: datetime
    #: Unix seconds.
    expiry: int
    expiry_iso: datetime
    #: `outcomeMeta`: the venue lists it now. `stored`: it did, and this service kept it.
    source: Literal["outcomeMeta", "stored"]
    #: Target (opening) price in US dollars.
    price: Decimal
    #: Middle price, 0 to 1. None where the side has none, and once the market is settled.
    yes_price: Decimal | None
    #: Middle price, 0 to 1. None where the side has none, and once the market is settled.
    no_price: Decimal | None
    question: str


@dataclass(frozen=True, slots=True)
class ActiveOutcomeTargets:
    """Live markets of the secondary venue."""

    now: datetime
    #: The requested name, without its URL.
    slug: str | None
    source: Literal["hyperliquid"]
    results: tuple[OutcomeTarget, ...]


@dataclass(frozen=True, slots=True)
class OutcomeTargetsAt:
    """Markets of the secondary venue at an instant."""

    now: datetime
    #: The requested name, without its URL.
    slug: str | None
    source: Literal["hyperliquid"]
    #: The requested instant, unix seconds.
    requested_timestamp: int
    requested_timestamp_iso: datetime
    results: tuple[OutcomeTarget, ...]
