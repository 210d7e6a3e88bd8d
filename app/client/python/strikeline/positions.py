"""Positions of wallets, what they made, and what is claimed, split and merged of them."""

from collections.abc import Sequence
from typing import Literal

from ._core.call import Call, Pages
from ._core.describe import get as described_get
from ._core.query import Timestamp
from ._io.methods import AsyncResource, SyncResource, async_items, asynchronous, sync, sync_items
from .models.position import *
from .models.profit import *
from .names import PositionStatus
from .position_actions import claim, claims, iter_claims, merge, split


def list(
    wallet_id: str,
    *,
    status: Sequence[PositionStatus] | None = None,
    market: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[PositionsPage]:
    """Returns a page of positions: by default of those that are open or claimable.

    `market` is a condition id. A number that is not certain is None.
    """
    parameters = {
        "walletId": wallet_id,
        "status": status,
        "market": market,
        "limit": limit,
        "cursor": cursor,
    }
    return described_get("/api/v1/positions", PositionsPage, parameters, bucket="keyed")


def iter(
    wallet_id: str,
    *,
    status: Sequence[PositionStatus] | None = None,
    market: str | None = None,
    limit: int | None = None,
) -> Pages[Position]:
    """Yields the positions of all pages. `limit` is the size of a page."""
    return lambda cursor: list(wallet_id, status=status, market=market, limit=limit, cursor=cursor)


def profit(
    wallet_id: str,
    *,
    by: Literal["day", "market", "series"] | None = None,
    from_: Timestamp | None = None,
    to: Timestamp | None = None,
) -> Call[Profit]:
    """Returns what a wallet made by day, market or series, and all together."""
    parameters = {"walletId": wallet_id, "by": by, "from": from_, "to": to}
    return described_get("/api/v1/pnl", Profit, parameters, bucket="keyed")


class Positions(SyncResource):
    """Positions, of `Client`."""

    list = sync(list)
    iter = sync_items(iter)
    profit = sync(profit)
    claim = sync(claim)
    claims = sync(claims)
    iter_claims = sync_items(iter_claims)
    split = sync(split)
    merge = sync(merge)


class AsyncPositions(AsyncResource):
    """Positions, of `AsyncClient`."""

    list = asynchronous(list)
    iter = async_items(iter)
    profit = asynchronous(profit)
    claim = asynchronous(claim)
    claims = asynchronous(claims)
    iter_claims = async_items(iter_claims)
    split = asynchronous(split)
    merge = asynchronous(merge)
