"""Past targets, and how windows ended."""

from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from typing import Literal

from ._core.call import Call
from ._core.describe import get
from ._core.query import Timestamp
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .evidence import Evidence
from .markets import MarketWindow
from .names import Asset, Interval, Outcome, PriceSource, Provider


@dataclass(frozen=True, slots=True)
class Resolution:
    """How the venue itself resolved a market."""

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

    #: US dollars.
    close_price: Decimal | None
    outcome: Outcome | None
    #: False until `outcome` is known, and while a price behind it may be corrected.
    final: bool
    resolution: Resolution | None = None
    #: Why there is no `resolution`; only if asking for it failed.
    resolution_error: str | None = None


@dataclass(frozen=True, slots=True)
class Datapoint:
    """The target of a window."""

    source: PriceSource
    #: US dollars.
    price: Decimal
    #: The venue's metadata may still correct the price, once.
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class MarketHistory:
    """One window and its target."""

    now: datetime
    asset: Asset
    market_type: Interval
    provider: Provider
    market: MarketWindow
    datapoint: Datapoint
    outcome_meta: OutcomeMeta | None = None
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Range:
    """A half-open range of time."""

    #: Unix seconds; `start` is included, `end` is not.
    start: int
    end: int
    start_iso: datetime
    end_iso: datetime


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """One window of a range. If not `ok`, `error` says why it has no price."""

    #: The first and the last second inside the window, unix seconds.
    timestamp_start: int
    timestamp_end: int
    start_iso: datetime
    end_iso: datetime
    slug: str
    url: str
    ok: bool
    #: Where the price was found, or the provider that was asked.
    source: str
    #: US dollars.
    price: Decimal | None
    #: The venue's metadata may still correct the price, once.
    provisional: bool = False
    error: str | None = None
    outcome_meta: OutcomeMeta | None = None


@dataclass(frozen=True, slots=True)
class TimeseriesPoint:
    """The target of a window that has one."""

    #: Unix seconds.
    timestamp_start: int
    #: US dollars.
    price: Decimal

    @property
    def start(self) -> datetime:
        """When the window starts."""
        return datetime.fromtimestamp(self.timestamp_start, timezone.utc)


@dataclass(frozen=True, slots=True)
class RangeHistory:
    """The windows that start in a range."""

    now: datetime
    asset: Asset
    market_type: Interval
    provider: Provider
    range: Range
    #: The length of `history`.
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
    #: US dollars.
    price: Decimal


@dataclass(frozen=True, slots=True)
class ExchangeRange:
    """The exchange's prices in a range: `history` and `timeseries`, or `points`."""

    now: datetime
    asset: Asset
    market_type: Interval
    provider: Provider
    mode: Literal["market", "source"]
    #: The `source` of the items; if there are several, the most frequent one.
    method: PriceSource
    range: Range
    #: The length of `history` or of `points`.
    count: int
    #: With `mode="market"`.
    history: tuple[HistoryItem, ...] | None = None
    timeseries: tuple[TimeseriesPoint, ...] | None = None
    #: With `mode="source"`.
    points: tuple[ExchangePoint, ...] | None = None


def market(
    asset: Asset,
    type: Interval,
    market_start: Timestamp,
    *,
    evidence: bool | None = None,
    include_outcome_meta: bool | None = None,
    include_resolution: bool | None = None,
) -> Call[MarketHistory]:
    """Returns the window that contains an instant, and its target.

    `include_outcome_meta` adds how the window ended, `include_resolution` how the venue resolved it
    (which needs `include_outcome_meta`), `evidence` what the price is proven by.
    """
    parameters = {
        "asset": asset,
        "type": type,
        "marketStart": market_start,
        "evidence": evidence,
        "includeOutcomeMeta": include_outcome_meta,
        "includeResolution": include_resolution,
    }
    return get("/api/v1/history/market", MarketHistory, parameters)


def range(
    asset: Asset,
    type: Interval,
    start: Timestamp,
    end: Timestamp,
    *,
    include_outcome_meta: bool | None = None,
    include_resolution: bool | None = None,
) -> Call[RangeHistory]:
    """Returns every window that starts at or after `start` and before `end`."""
    parameters = {
        "asset": asset,
        "type": type,
        "start": start,
        "end": end,
        "includeOutcomeMeta": include_outcome_meta,
        "includeResolution": include_resolution,
    }
    return get("/api/v1/history/range", RangeHistory, parameters)


def exchange_range(
    asset: Asset,
    type: Literal["1hour", "daily"],
    start: Timestamp,
    end: Timestamp,
    *,
    mode: Literal["market", "source"] | None = None,
    include_outcome_meta: bool | None = None,
) -> Call[ExchangeRange]:
    """Returns the exchange's prices in a range.

    `mode="market"`, the default, gives one item a window, `mode="source"` the exchange's own,
    denser points.
    """
    parameters = {
        "asset": asset,
        "type": type,
        "start": start,
        "end": end,
        "mode": mode,
        "includeOutcomeMeta": include_outcome_meta,
    }
    return get("/api/v1/history/exchange/range", ExchangeRange, parameters)


class History(SyncResource):
    """Past targets, of `Client`."""

    market = sync(market)
    range = sync(range)
    exchange_range = sync(exchange_range)


class AsyncHistory(AsyncResource):
    """Past targets, of `AsyncClient`."""

    market = asynchronous(market)
    range = asynchronous(range)
    exchange_range = asynchronous(exchange_range)
