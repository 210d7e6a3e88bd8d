"""Target prices: the price to beat of each window."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from ._core.call import Call
from ._core.describe import get
from ._core.query import Timestamp
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .evidence import Evidence
from .names import Asset, Interval, PriceSource, Provider


@dataclass(frozen=True, slots=True)
class ActiveTarget:
    """The target of one interval's open window. If not `ok`, `error` says why it has no price."""

    market_type: Interval
    ok: bool
    #: The first second of the window, unix seconds.
    window_start: int
    window_start_iso: datetime
    #: Where the price was found, or the provider that was asked.
    source: str
    #: US dollars.
    price: Decimal | None
    #: The venue's metadata may still correct the price, once.
    provisional: bool = False
    error: str | None = None


@dataclass(frozen=True, slots=True)
class ActiveTargets:
    """The targets of one asset's open windows."""

    now: datetime
    asset: Asset
    results: tuple[ActiveTarget, ...]


@dataclass(frozen=True, slots=True)
class TargetAt:
    """The target of the window that contains an instant."""

    now: datetime
    asset: Asset
    market_type: Interval
    provider: Provider
    #: Unix seconds.
    requested_timestamp: int
    requested_timestamp_iso: datetime
    source: PriceSource
    #: US dollars.
    price: Decimal
    #: The venue's metadata may still correct the price, once.
    provisional: bool = False
    #: Set if it was asked for and there is one.
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class BatchTarget:
    """The target of one asset. If not `ok`, `error` says why it has no price."""

    asset: Asset
    ok: bool
    #: Where the price was found, or the provider that was asked.
    source: str
    #: US dollars.
    price: Decimal | None
    #: The venue's metadata may still correct the price, once.
    provisional: bool = False
    error: str | None = None


@dataclass(frozen=True, slots=True)
class TargetBatch:
    """The targets of several assets at one instant."""

    now: datetime
    market_type: Interval
    provider: Provider
    #: Unix seconds.
    requested_timestamp: int
    requested_timestamp_iso: datetime
    results: tuple[BatchTarget, ...]


def active(
    asset: Asset | None = None, *, types: Sequence[Interval] | None = None
) -> Call[ActiveTargets]:
    """Returns the targets of the windows that are open now.

    `asset` is btc by default, `types` all five intervals.
    """
    return get("/api/v1/targets/active", ActiveTargets, {"asset": asset, "types": types})


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
    at = sync(at)
    batch = sync(batch)


class AsyncTargets(AsyncResource):
    """Target prices, of `AsyncClient`."""

    active = asynchronous(active)
    at = asynchronous(at)
    batch = asynchronous(batch)
