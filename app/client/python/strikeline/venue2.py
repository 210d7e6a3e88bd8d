"""Outcome markets of the secondary venue."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from ._core.call import Call
from ._core.describe import get
from ._core.query import Timestamp
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync


@dataclass(frozen=True, slots=True)
class TradeUrls:
    """The pages on which the sides are traded."""

    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class OutcomeTarget:
    """A recurring market of the secondary venue."""

    #: `exact`: the instant lies in the window.
    match_type: Literal["exact", "nearest"]
    #: To the nearest second inside the window; 0 if exact.
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
    #: Unix seconds.
    window_start: int
    window_start_iso: datetime
    expiry: int
    expiry_iso: datetime
    #: `outcomeMeta`: the venue lists it now. `stored`: it did.
    source: Literal["outcomeMeta", "stored"]
    #: The target, in US dollars.
    price: Decimal
    #: Middle prices, 0 to 1. None where the side has none, and once the market is settled.
    yes_price: Decimal | None
    no_price: Decimal | None
    question: str


@dataclass(frozen=True, slots=True)
class ActiveOutcomeTargets:
    """The live markets, or the one that was asked for."""

    now: datetime
    #: The requested name, without its URL.
    slug: str | None
    source: Literal["hyperliquid"]
    results: tuple[OutcomeTarget, ...]


@dataclass(frozen=True, slots=True)
class OutcomeTargetsAt:
    """The markets whose window contains an instant, or else the nearest one."""

    now: datetime
    #: The requested name, without its URL.
    slug: str | None
    source: Literal["hyperliquid"]
    #: Unix seconds.
    requested_timestamp: int
    requested_timestamp_iso: datetime
    results: tuple[OutcomeTarget, ...]


def active(slug: str | None = None) -> Call[ActiveOutcomeTargets]:
    """Returns the live markets, or the one with this slug."""
    path = "/api/v1/venue2/targets/active"
    return get(path, ActiveOutcomeTargets, {"slug": slug}, bucket="keyed")


def at(slug: str | None = None, *, timestamp: Timestamp | None = None) -> Call[OutcomeTargetsAt]:
    """Returns the markets whose window contains an instant, by default now."""
    parameters = {"slug": slug, "timestamp": timestamp}
    return get("/api/v1/venue2/targets/timestamp", OutcomeTargetsAt, parameters, bucket="keyed")


class Venue2(SyncResource):
    """Outcome markets, of `Client`."""

    active = sync(active)
    at = sync(at)


class AsyncVenue2(AsyncResource):
    """Outcome markets, of `AsyncClient`."""

    active = asynchronous(active)
    at = asynchronous(at)
