"""The oracle's time-weighted average."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from ._core.call import Call
from ._core.describe import get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .names import Asset


@dataclass(frozen=True, slots=True)
class LatestTwap:
    """The latest average of one asset."""

    asset: Asset
    #: The pair, such as `btc/usd`.
    symbol: str
    #: How many seconds the average looks back.
    window_seconds: Literal[30, 60]
    #: US dollars, exact.
    value: Decimal
    #: The same times 10^18.
    value_e18: int
    #: The observed second.
    observed_at: datetime
    source: Literal["oracle_twap"]


def latest(
    asset: Asset | None = None, *, window: Literal[30, 60] | None = None
) -> Call[LatestTwap]:
    """Returns the oracle's latest average.

    `asset` is btc by default, `window` 60 seconds, which markets resolve on.
    """
    return get("/api/v1/twap/latest", LatestTwap, {"asset": asset, "window": window})


class Twap(SyncResource):
    """The oracle's average, of `Client`."""

    latest = sync(latest)


class AsyncTwap(AsyncResource):
    """The oracle's average, of `AsyncClient`."""

    latest = asynchronous(latest)
