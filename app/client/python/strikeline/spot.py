"""The exchange's newest trades."""

from ._core.call import Call
from ._core.describe import get as described_get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.spot import *
from .names import Asset


def get(asset: Asset | None = None) -> Call[Spot]:
    """Returns the exchange's newest trade of an asset, btc by default.

    Raises `ServiceUnavailable` if it is over 10 s old, and says how old.
    """
    return described_get("/api/v1/spot", Spot, {"asset": asset})


class SpotPrices(SyncResource):
    """The exchange's newest trades, of `Client`."""

    get = sync(get)


class AsyncSpotPrices(AsyncResource):
    """The exchange's newest trades, of `AsyncClient`."""

    get = asynchronous(get)
