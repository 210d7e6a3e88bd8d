"""Windows: target, live price, market and end in one object."""

from collections.abc import Sequence
from typing import Literal

from ._core.call import Call, Pages
from ._core.describe import get as described_get
from ._core.query import Timestamp, path_text
from ._io.methods import AsyncResource, SyncResource, async_items, asynchronous, sync, sync_items
from .models.leg import *
from .models.window import *
from .names import Asset, Interval

#: The parts of a window that are sent only if they are asked for: `legs` are the same window at
#: other venues, with their `basis`.
WindowPart = Literal["legs"]


def active(
    asset: Sequence[Asset] | None = None,
    interval: Sequence[Interval] | None = None,
    *,
    include: Sequence[WindowPart] | None = None,
) -> Call[ActiveWindows]:
    """Returns the open window of each series: of all of them, or of these assets and intervals.

    `include=["legs"]` adds the same window at other venues.
    """
    parameters = {"asset": asset, "interval": interval, "include": include or None}
    return described_get("/api/v1/windows/active", ActiveWindows, parameters)


def get(slug: str, *, include: Sequence[WindowPart] | None = None) -> Call[OneWindow]:
    """Returns the window with a slug: past, open or to come.

    `include=["legs"]` adds the same window at other venues.
    """
    path = path_text("/api/v1/windows/{slug}", slug=slug)
    return described_get(path, OneWindow, {"include": include or None}, is_tagged=True)


def list(
    asset: Asset | None = None,
    *,
    interval: Interval,
    from_: Timestamp | None = None,
    to: Timestamp | None = None,
    limit: int | None = None,
    include: Sequence[WindowPart] | None = None,
    cursor: str | None = None,
) -> Call[WindowsPage]:
    """Returns a page of past windows, newest first; `asset` is btc by default.

    `include=["legs"]` adds the same windows at other venues.
    """
    parameters = {
        "asset": asset,
        "interval": interval,
        "from": from_,
        "to": to,
        "limit": limit,
        "include": include or None,
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
    include: Sequence[WindowPart] | None = None,
) -> Pages[Window]:
    """Yields the past windows of all pages, newest first. `limit` is the size of a page."""
    return lambda cursor: list(
        asset, interval=interval, from_=from_, to=to, limit=limit, include=include, cursor=cursor
    )


def basis(
    asset: Asset | None = None,
    *,
    interval: Interval | None = None,
    from_: Timestamp | None = None,
    to: Timestamp | None = None,
) -> Call[WindowBasis]:
    """Returns how often another venue named the same winner, by how close the windows were.

    `asset` is btc by default, `interval` 15min, `to` now and `from_` a day before.
    """
    parameters = {"asset": asset, "interval": interval, "from": from_, "to": to}
    return described_get("/api/v1/windows/basis", WindowBasis, parameters)


class Windows(SyncResource):
    """Windows, of `Client`."""

    active = sync(active)
    get = sync(get)
    list = sync(list)
    iter = sync_items(iter)
    basis = sync(basis)


class AsyncWindows(AsyncResource):
    """Windows, of `AsyncClient`."""

    active = asynchronous(active)
    get = asynchronous(get)
    list = asynchronous(list)
    iter = async_items(iter)
    basis = asynchronous(basis)
