"""What the service sends about past windows.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from typing import Literal

from .market import MarketWindow
from .names import Asset, Interval, Outcome, PriceSource, Provider
from .target import Evidence

__all__ = [
    "Datapoint",
    "ExchangePoint",
    "ExchangeRange",
    "HistoryItem",
    "MarketHistory",
    "OutcomeMeta",
    "Range",
    "RangeHistory",
    "Resolution",
    "TimeseriesPoint",
]


@dataclass(frozen=True, slots=True)
class Datapoint:
    """The target of a window."""

    source: PriceSource
    #: Target (opening) price in US dollars.
    price: Decimal
    #: Only the venue's site has the price yet, and its metadata may correct it, once. Absent: it is
    #: final.
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Resolution:
    """How the venue itself resolved a market."""

    #: As the venue names it.
    status: Literal["active", "resolved"]
    #: Micro-USDC that a share pays, Up first; None until it is resolved.
    payouts: tuple[int, ...] | None
    #: The venue's source, such as `CHAINLINK`.
    reporter: str | None
    resolved_at: datetime | None
    #: Whether the payouts say the same as `outcome`; None while either is unknown.
    agrees: bool | None


@dataclass(frozen=True, slots=True)
class OutcomeMeta:
    """How a window ended."""

    #: Closing price in US dollars.
    close_price: Decimal | None
    outcome: Outcome | None
    #: False until `outcome` is known, and while a price behind it may be corrected.
    final: bool
    resolution: Resolution | None = None
    #: Why there is no `resolution`; only if asking for it failed.
    resolution_error: str | None = None


@dataclass(frozen=True, slots=True)
class MarketHistory:
    """One window and its target."""

    now: datetime
    asset: Asset
    market_type: Interval
    provider: Provider
    #: First second of the window, unix seconds.
    window_start: int
    #: First second after the window, unix seconds.
    window_end: int
    #: Slug of the event on the primary venue.
    slug: str
    #: Page of the event on the primary venue.
    url: str
    market: MarketWindow
    datapoint: Datapoint
    outcome_meta: OutcomeMeta | None = None
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Range:
    """A half-open range of time."""

    #: Unix seconds, included.
    start: int
    #: Unix seconds, not included.
    end: int
    start_iso: datetime
    end_iso: datetime


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """One window of a range. If not `ok`, `error` says why it has no price."""

    #: First second of the window, unix seconds.
    timestamp_start: int
    #: Last second inside the window, unix seconds.
    timestamp_end: int
    start_iso: datetime
    end_iso: datetime
    #: Slug of the event on the primary venue.
    slug: str
    #: Page of the event on the primary venue.
    url: str
    ok: bool
    #: Where the price was found, or the provider that was asked.
    source: str
    #: Target (opening) price in US dollars.
    price: Decimal | None
    #: Only the venue's site has the price yet, and its metadata may correct it, once. Absent: it is
    #: final.
    provisional: bool = False
    #: Why there is no price; only if not `ok`.
    error: str | None = None
    outcome_meta: OutcomeMeta | None = None


@dataclass(frozen=True, slots=True)
class TimeseriesPoint:
    """The target of a window that has one."""

    timestamp_start: int
    #: Target (opening) price in US dollars.
    price: Decimal

    @property
    def start(self) -> datetime:
        """The instant of `timestamp_start`."""
        return datetime.fromtimestamp(self.timestamp_start, timezone.utc)


@dataclass(frozen=True, slots=True)
class RangeHistory:
    """The targets of a range."""

    now: datetime
    asset: Asset
    market_type: Interval
    provider: Provider
    range: Range
    #: Length of `history`.
    count: int
    history: tuple[HistoryItem, ...]
    #: Only the windows that have a price.
    timeseries: tuple[TimeseriesPoint, ...]


@dataclass(frozen=True, slots=True)
class ExchangePoint:
    """A price of the exchange between two windows."""

    #: Unix seconds.
    timestamp: int
    timestamp_iso: datetime
    source: PriceSource
    #: Target (opening) price in US dollars.
    price: Decimal


@dataclass(frozen=True, slots=True)
class ExchangeRange:
    """Exchange prices of a range."""

    now: datetime
    asset: Asset
    market_type: Interval
    provider: Provider
    mode: Literal["market", "source"]
    #: The `source` of the items; if windows were read in several ways, the most frequent one.
    method: PriceSource
    range: Range
    #: Length of `history` or of `points`.
    count: int
    #: With `mode=market`.
    history: tuple[HistoryItem, ...] | None = None
    #: Only the windows that have a price.
    timeseries: tuple[TimeseriesPoint, ...] | None = None
    #: With `mode=source`.
    points: tuple[ExchangePoint, ...] | None = None
