"""Orders: placed at most once, listed and cancelled."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._core.call import Call, Pages, Request
from ._core.describe import get as described_get
from ._core.describe import reader, with_query
from ._core.json_text import Amount, exact, text, write_json
from ._core.placing import JSON_HEADERS, placing
from ._core.query import Timestamp
from ._core.goal import MissReason as MissReason
from ._core.goal import OrderGoal as OrderGoal
from ._io.methods import async_items, asynchronous, sync, sync_items
from .limit_orders import LimitOrder as LimitOrder
from .limit_orders import batch, cancel_one, get, limit, preview_limit, replace
from .names import FillState, OrderState, Side
from .order_models import (
    CancelledOrders,
    Fills,
    OpenOrders,
    OrderFill,
    OrderHistory,
    OrderPreview,
    PlacedOrder,
    SentOrder,
)
from .order_waits import AsyncWaits, SyncWaits

#: A market order does not rest.
MarketOrderType = Literal["FOK", "FAK"]

PLACE_PATH = "/api/v1/simpleOrders/easyMarketOrder"


def market(
    *,
    wallet_id: str,
    slug: str,
    outcome: str,
    side: Side,
    amount: Amount,
    order_type: MarketOrderType | None = None,
    limit_price: Amount | None = None,
    settled_only: bool | None = None,
    event_slug: str | None = None,
    idempotency_key: str | None = None,
) -> Call[PlacedOrder]:
    """Places a market order, at most once, and returns it once it is at the venue.

    A BUY spends `amount` USDC, a SELL sells `amount` shares. `limit_price` is the worst price that
    is accepted, in USDC for a share. `order_type` is FOK by default. With `settled_only` a SELL of
    more shares than were bought here and are confirmed is refused.

    The request has an idempotency key, a new one unless `idempotency_key` is passed, and is
    repeated with it until the answer is certain. If the client's `timeout` passes before that, this
    raises `OrderUncertain`, whose `idempotency_key` goes on with the same order.
    """
    fields = _fields(
        wallet_id, slug, outcome, side, amount, order_type, limit_price, settled_only, event_slug
    )

    def keyed(order: PlacedOrder, key: str, is_replayed: bool) -> PlacedOrder:
        return dataclasses.replace(
            order, idempotency_key=key, wallet_id=wallet_id, is_replayed=is_replayed
        )

    return placing(PLACE_PATH, write_json(fields), idempotency_key, PlacedOrder, keyed)


def preview(
    *,
    wallet_id: str,
    slug: str,
    outcome: str,
    side: Side,
    amount: Amount,
    order_type: MarketOrderType | None = None,
    limit_price: Amount | None = None,
    settled_only: bool | None = None,
    event_slug: str | None = None,
) -> Call[OrderPreview]:
    """Returns what an order would be: its quote, its fee, and what would be signed."""
    fields = _fields(
        wallet_id, slug, outcome, side, amount, order_type, limit_price, settled_only, event_slug
    )
    body = write_json({**fields, "dryRun": True})
    request = Request("POST", PLACE_PATH, JSON_HEADERS, body)
    return Call(request, reader(OrderPreview), bucket="keyed")


def open(
    wallet_id: str,
    *,
    market: str | None = None,
    asset_id: str | None = None,
    id: str | None = None,
    cursor: str | None = None,
) -> Call[OpenOrders]:
    """Returns one page of the open orders of a wallet, as the venue describes them.

    `market` is a condition id, `asset_id` the token of an outcome, `id` an order's hash.
    """
    parameters = {
        "walletId": wallet_id,
        "market": market,
        "asset_id": asset_id,
        "id": id,
        "cursor": cursor,
    }
    return described_get("/api/v1/orders", OpenOrders, parameters, bucket="keyed")


def iter_open(
    wallet_id: str, *, market: str | None = None, asset_id: str | None = None
) -> Pages[Mapping[str, Any]]:
    """Yields the open orders of a wallet, page by page."""
    return lambda cursor: open(wallet_id, market=market, asset_id=asset_id, cursor=cursor)


def cancel(
    wallet_id: str, *, market: str | None = None, asset_id: str | None = None
) -> Call[CancelledOrders]:
    """Cancels the open orders of a wallet: all of them, or those of a market or an outcome.

    It is repeated like a reading call, because cancelling twice does no harm. If the first answer
    was lost, `canceled` lacks what the first request cancelled.
    """
    parameters = {"walletId": wallet_id, "market": market, "asset_id": asset_id}
    request = Request("DELETE", with_query("/api/v1/orders", parameters))
    return Call(request, reader(CancelledOrders), bucket="keyed")


def history(
    wallet_id: str,
    *,
    state: Sequence[OrderState] | None = None,
    market: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[OrderHistory]:
    """Returns one page of every order that a wallet has sent, newest first."""
    parameters = {
        "walletId": wallet_id,
        "state": state,
        "market": market,
        "limit": limit,
        "cursor": cursor,
    }
    return described_get("/api/v1/orders/history", OrderHistory, parameters, bucket="keyed")


def iter_history(
    wallet_id: str,
    *,
    state: Sequence[OrderState] | None = None,
    market: str | None = None,
    limit: int | None = None,
) -> Pages[SentOrder]:
    """Yields every order that a wallet has sent, newest first. `limit` is the size of a page."""
    return lambda cursor: history(wallet_id, state=state, market=market, limit=limit, cursor=cursor)


def fills(
    wallet_id: str,
    *,
    order_id: str | None = None,
    state: Sequence[FillState] | None = None,
    market: str | None = None,
    since: Timestamp | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[Fills]:
    """Returns one page of what trades moved for the orders of a wallet, newest first.

    A fill is provisional until its state is `confirmed`; one that `failed` is taken back. `since`
    is the earliest instant at which it was matched.
    """
    parameters = {
        "walletId": wallet_id,
        "order_id": order_id,
        "state": state,
        "market": market,
        "since": since,
        "limit": limit,
        "cursor": cursor,
    }
    return described_get("/api/v1/fills", Fills, parameters, bucket="keyed")


def iter_fills(
    wallet_id: str,
    *,
    order_id: str | None = None,
    state: Sequence[FillState] | None = None,
    market: str | None = None,
    since: Timestamp | None = None,
    limit: int | None = None,
) -> Pages[OrderFill]:
    """Yields what trades moved for the orders of a wallet, newest first, page by page."""
    return lambda cursor: fills(
        wallet_id,
        order_id=order_id,
        state=state,
        market=market,
        since=since,
        limit=limit,
        cursor=cursor,
    )


def _fields(
    wallet_id: str,
    slug: str,
    outcome: str,
    side: Side,
    amount: Amount,
    order_type: MarketOrderType | None,
    limit_price: Amount | None,
    settled_only: bool | None,
    event_slug: str | None,
) -> dict[str, Any]:
    fields = {
        "walletId": text("wallet_id", wallet_id),
        "slug": text("slug", slug),
        "outcome": text("outcome", outcome),
        "side": text("side", side),
        "amount": exact("amount", amount),
        "eventSlug": None if event_slug is None else text("event_slug", event_slug),
        "orderType": None if order_type is None else text("order_type", order_type),
        "limitPrice": None if limit_price is None else exact("limit_price", limit_price),
        "settledOnly": settled_only,
    }
    return {name: value for name, value in fields.items() if value is not None}


class Orders(SyncWaits):
    """Orders, of `Client`."""

    market = sync(market)
    preview = sync(preview)
    limit = sync(limit)
    preview_limit = sync(preview_limit)
    batch = sync(batch)
    replace = sync(replace)
    get = sync(get)
    open = sync(open)
    iter_open = sync_items(iter_open)
    cancel = sync(cancel)
    cancel_one = sync(cancel_one)
    history = sync(history)
    iter_history = sync_items(iter_history)
    fills = sync(fills)
    iter_fills = sync_items(iter_fills)


class AsyncOrders(AsyncWaits):
    """Orders, of `AsyncClient`."""

    market = asynchronous(market)
    preview = asynchronous(preview)
    limit = asynchronous(limit)
    preview_limit = asynchronous(preview_limit)
    batch = asynchronous(batch)
    replace = asynchronous(replace)
    get = asynchronous(get)
    open = asynchronous(open)
    iter_open = async_items(iter_open)
    cancel = asynchronous(cancel)
    cancel_one = asynchronous(cancel_one)
    history = asynchronous(history)
    iter_history = async_items(iter_history)
    fills = asynchronous(fills)
    iter_fills = async_items(iter_fills)
