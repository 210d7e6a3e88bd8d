"""The oracle's time-weighted average."""

from typing import Literal

from ._core.call import Call
from ._core.describe import get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.twap import *
from .names import Asset


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
