"""Past targets, and how windows ended."""

from typing import Literal

from ._core.call import Call
from ._core.describe import get
from ._core.query import Timestamp
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.history import *
from .names import Asset, Interval


def market(
    asset: Asset | None = None,
    type: Interval | None = None,
    market_start: Timestamp | None = None,
    *,
    slug: str | None = None,
    evidence: bool | None = None,
    include_outcome_meta: bool | None = None,
    include_resolution: bool | None = None,
) -> Call[MarketHistory]:
    """Returns the window that contains an instant, or has a slug, and its target.

    Pass `type` and `market_start`, with `asset` if that is not btc, or `slug` alone.
    `include_outcome_meta` adds how the window ended, `include_resolution` how the venue resolved it
    (which needs `include_outcome_meta`), `evidence` what the price is proven by.
    """
    parameters = {
        "asset": asset,
        "type": type,
        "marketStart": market_start,
        "slug": slug,
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
