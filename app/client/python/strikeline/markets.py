"""The windows of a day, with their slugs."""

from collections.abc import Sequence
from datetime import date

from ._core.call import Call
from ._core.describe import get, get_by_asset
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.market import *
from .names import Asset, Interval


def timestamps(
    asset: Asset | None = None,
    *,
    intervals: Sequence[Interval] | None = None,
    date: date | str | None = None,
) -> Call[MarketWindows]:
    """Returns the windows of a UTC day.

    `asset` is btc by default, `intervals` all five, `date` today.
    """
    parameters = {"asset": asset, "intervals": intervals, "date": date}
    return get("/api/v1/markets/timestamps", MarketWindows, parameters)


def timestamps_by_asset(
    assets: Sequence[Asset],
    *,
    intervals: Sequence[Interval] | None = None,
    date: date | str | None = None,
) -> Call[MarketWindowsByAsset]:
    """Returns the windows of a UTC day of several assets, by asset."""
    parameters = {"asset": assets, "intervals": intervals, "date": date}
    return get_by_asset("/api/v1/markets/timestamps", MarketWindowsByAsset, parameters)


class Markets(SyncResource):
    """The windows of a day, of `Client`."""

    timestamps = sync(timestamps)
    timestamps_by_asset = sync(timestamps_by_asset)


class AsyncMarkets(AsyncResource):
    """The windows of a day, of `AsyncClient`."""

    timestamps = asynchronous(timestamps)
    timestamps_by_asset = asynchronous(timestamps_by_asset)
