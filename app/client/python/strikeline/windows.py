"""Windows: target, live price, market and end in one object."""

from collections.abc import Sequence

from ._core.call import Call, Pages
from ._core.describe import get as described_get
from ._core.query import Timestamp, path_text
from ._io.methods import AsyncResource, SyncResource, async_items, asynchronous, sync, sync_items
from .models.window import *
from .names import Asset, Interval


def active(
    asset: Sequence[Asset] | None = None, interval: Sequence[Interval] | None = None
) -> Call[ActiveWindows]:
    """Returns the open window of each series: of all of them, or of these assets and intervals."""
    parameters = {"asset": asset, "interval": interval}
    return described_get("/api/v1/windows/active", ActiveWindows, parameters)


def get(slug: str) -> Call[OneWindow]:
    """Returns the window with a slug: past, open or to come."""
    path = path_text("/api/v1/windows/{slug}", slug=slug)
    return described_get(path, OneWindow, is_tagged=True)


def list(
    asset: Asset | None = None,
    *,
    interval: Interval,
    from_: Timestamp | None = None,
    to: Timestamp | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[WindowsPage]:
    """Returns a page of past windows, newest first; `asset` is btc by default."""
    parameters = {
        "asset": asset,
        "interval": interval,
        "from": from_,
        "to": to,
        "limit": limit,
        "cursor": cursor,
    }
    return described_get("/api/v1/windows", WindowsPage, parameters, is_tagged=True)


def iter(
    asset: Asset | None = None,
    *,
    interval: Interval,
    from_: Timestamp | None = None,
    to: Timestamp | None = None,
    limit: int | None = None,
) -> Pages[Window]:
    """Yields the past windows of all pages, newest first. `limit` is the size of a page."""
    return lambda cursor: list(
        asset, interval=interval, from_=from_, to=to, limit=limit, cursor=cursor
    )


class Windows(SyncResource):
    """Windows, of `Client`."""

    active = sync(active)
    get = sync(get)
    list = sync(list)
    iter = sync_items(iter)


class AsyncWindows(AsyncResource):
    """Windows, of `AsyncClient`."""

    active = asynchronous(active)
    get = asynchronous(get)
    list = asynchronous(list)
    iter = async_items(iter)
