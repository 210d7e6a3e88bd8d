"""Target prices: the price to beat of each window."""

from collections.abc import Sequence

from ._core.call import Call
from ._core.describe import get, get_by_asset
from ._core.query import Timestamp
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.target import *
from .names import Asset, Interval


def active(
    asset: Asset | None = None, *, types: Sequence[Interval] | None = None
) -> Call[ActiveTargets]:
    """Returns the targets of the windows that are open now.

    `asset` is btc by default, `types` all five intervals.
    """
    return get("/api/v1/targets/active", ActiveTargets, {"asset": asset, "types": types})


def active_by_asset(
    assets: Sequence[Asset], *, types: Sequence[Interval] | None = None
) -> Call[ActiveTargetsByAsset]:
    """Returns the targets of the windows of several assets that are open now, by asset."""
    parameters = {"asset": assets, "types": types}
    return get_by_asset("/api/v1/targets/active", ActiveTargetsByAsset, parameters)


def at(
    asset: Asset, type: Interval, timestamp: Timestamp, *, evidence: bool | None = None
) -> Call[TargetAt]:
    """Returns the target of the window that contains an instant.

    `evidence` adds what the price is proven by, such as the oracle's signed report.
    """
    parameters = {"asset": asset, "type": type, "timestamp": timestamp, "evidence": evidence}
    return get("/api/v1/targets/timestamp", TargetAt, parameters)


def batch(
    type: Interval, timestamp: Timestamp, *, assets: Sequence[Asset] | None = None
) -> Call[TargetBatch]:
    """Returns the targets of several assets at one instant. `assets` is all of them by default."""
    parameters = {"assets": assets, "type": type, "timestamp": timestamp}
    return get("/api/v1/targets/timestamp/batch", TargetBatch, parameters)


class Targets(SyncResource):
    """Target prices, of `Client`."""

    active = sync(active)
    active_by_asset = sync(active_by_asset)
    at = sync(at)
    batch = sync(batch)


class AsyncTargets(AsyncResource):
    """Target prices, of `AsyncClient`."""

    active = asynchronous(active)
    active_by_asset = asynchronous(active_by_asset)
    at = asynchronous(at)
    batch = asynchronous(batch)
