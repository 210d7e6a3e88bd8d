"""Limit orders: placed at most once, alone and in batches, shown, cancelled and replaced."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._core.call import Answer, Call, Request
from ._core.describe import get as described_get
from ._core.describe import reader, with_query
from ._core.json_text import Amount, exact, text, write_json
from ._core.placing import JSON_HEADERS, new_key, placing
from ._core.query import Timestamp, path_text, value_text
from .errors import UnexpectedAnswer
from .names import OrderType, Side
from .order_models import (
    CancelledOrders,
    LimitOrderPreview,
    OrderBatch,
    PlacedEntry,
    PlacedOrder,
    RefusedEntry,
    ReplacedOrder,
    ShownOrder,
)

LIMIT_PATH = "/api/v1/orders"
ONE_PATH = "/api/v1/orders/{orderId}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitOrder:
    """An order of a batch. Its fields are the parameters of `orders.limit`."""

    slug: str
    outcome: str
    side: Side
    #: USDC for a share: the worst price of any fill.
    price: Amount
    #: Shares.
    size: Amount
    order_type: OrderType | None = None
    expires_at: Timestamp | None = None
    life_s: int | None = None
    post_only: bool | None = None
    settled_only: bool | None = None
    event_slug: str | None = None
    #: A new one unless it is passed.
    idempotency_key: str | None = None


def limit(
    *,
    wallet_id: str,
    slug: str,
    outcome: str,
    side: Side,
    price: Amount,
    size: Amount,
    order_type: OrderType | None = None,
    expires_at: Timestamp | None = None,
    life_s: int | None = None,
    post_only: bool | None = None,
    settled_only: bool | None = None,
    event_slug: str | None = None,
    idempotency_key: str | None = None,
) -> Call[PlacedOrder]:
    """Places a limit order, at most once, and returns it once it is at the venue.

    It buys or sells `size` shares at `price` USDC or better. What does not trade at once rests: by
    default (GTC) until it is filled or cancelled, with GTD until `expires_at`, or until the service
    cancels it `life_s` seconds later. FOK and FAK do not rest. With `post_only` the venue refuses
    an order that would trade at once. With `settled_only` a SELL of more shares than were bought
    here and are confirmed is refused.

    Keys, repetitions and `OrderUncertain` are as for `market`.
    """
    order = LimitOrder(
        slug=slug,
        outcome=outcome,
        side=side,
        price=price,
        size=size,
        order_type=order_type,
        expires_at=expires_at,
        life_s=life_s,
        post_only=post_only,
        settled_only=settled_only,
        event_slug=event_slug,
    )
    body = write_json({"walletId": text("wallet_id", wallet_id), **_fields(order)})
    return placing(LIMIT_PATH, body, idempotency_key, PlacedOrder, _keyed(wallet_id))


def preview_limit(
    *,
    wallet_id: str,
    slug: str,
    outcome: str,
    side: Side,
    price: Amount,
    size: Amount,
    order_type: OrderType | None = None,
    expires_at: Timestamp | None = None,
    life_s: int | None = None,
    post_only: bool | None = None,
    settled_only: bool | None = None,
    event_slug: str | None = None,
) -> Call[LimitOrderPreview]:
    """Returns what a limit order would be: its quote, if it would trade at once, and its fields."""
    order = LimitOrder(
        slug=slug,
        outcome=outcome,
        side=side,
        price=price,
        size=size,
        order_type=order_type,
        expires_at=expires_at,
        life_s=life_s,
        post_only=post_only,
        settled_only=settled_only,
        event_slug=event_slug,
    )
    fields = {"walletId": text("wallet_id", wallet_id), **_fields(order), "dryRun": True}
    request = Request("POST", LIMIT_PATH, JSON_HEADERS, write_json(fields))
    return Call(request, reader(LimitOrderPreview), bucket="keyed")


def batch(wallet_id: str, orders: Sequence[LimitOrder]) -> Call[OrderBatch]:
    """Places up to 15 limit orders in one call of the venue, each of them at most once.

    Returns the outcome of each, in their order, with its `idempotency_key`. One that is not `ok`
    was not placed, unless its `reason` is `uncertain`: such orders, and they alone, are asked for
    again until the client's `timeout` passes. Then send the same order with its key to learn its
    outcome. Without any answer this raises `OrderUncertain` with all
    `idempotency_keys`.
    """
    keyed = {new_key(each.idempotency_key): each for each in orders}
    if len(keyed) < len(orders):
        raise ValueError("Cannot use an idempotency_key for two orders: each needs its own")
    is_resumed = any(each.idempotency_key is not None for each in orders)
    return _batch(text("wallet_id", wallet_id), keyed, {}, is_resumed)


def replace(
    order_id: str,
    *,
    wallet_id: str,
    price: Amount | None = None,
    size: Amount | None = None,
    idempotency_key: str | None = None,
) -> Call[ReplacedOrder]:
    """Cancels an order and places what is left of it at another price or size, at most once.

    Of `size`, what the former order has traded is taken off. Keys, repetitions and `OrderUncertain`
    are as for `market`.
    """
    fields = {
        "walletId": text("wallet_id", wallet_id),
        "price": None if price is None else exact("price", price),
        "size": None if size is None else exact("size", size),
    }
    body = write_json({name: value for name, value in fields.items() if value is not None})
    path = path_text(ONE_PATH + "/replace", orderId=order_id)

    def keyed(replaced: ReplacedOrder, key: str, is_replayed: bool) -> ReplacedOrder:
        order = replaced.order and _keyed(wallet_id)(replaced.order, key, is_replayed)
        return dataclasses.replace(replaced, order=order)

    return placing(path, body, idempotency_key, ReplacedOrder, keyed)


def get(order_id: str, *, wallet_id: str) -> Call[ShownOrder]:
    """Returns an order in any state, and what the venue says of it now."""
    path = path_text(ONE_PATH, orderId=order_id)
    return described_get(path, ShownOrder, {"walletId": wallet_id}, bucket="keyed")


def cancel_one(order_id: str, *, wallet_id: str) -> Call[CancelledOrders]:
    """Cancels an order. One that is over is in `not_canceled`, with its state."""
    path = path_text(ONE_PATH, orderId=order_id)
    request = Request("DELETE", with_query(path, {"walletId": wallet_id}))
    return Call(request, reader(CancelledOrders), bucket="keyed")


def _keyed(wallet_id: str) -> Callable[[PlacedOrder, str, bool], PlacedOrder]:
    def keyed(order: PlacedOrder, key: str, is_replayed: bool) -> PlacedOrder:
        return dataclasses.replace(
            order, idempotency_key=key, wallet_id=wallet_id, is_replayed=is_replayed
        )

    return keyed


def _fields(order: LimitOrder) -> dict[str, Any]:
    expires_at = value_text("expires_at", order.expires_at)
    fields = {
        "slug": text("slug", order.slug),
        "outcome": text("outcome", order.outcome),
        "side": text("side", order.side),
        "price": exact("price", order.price),
        "size": exact("size", order.size),
        "orderType": None if order.order_type is None else text("order_type", order.order_type),
        "expiresAt": expires_at,
        "lifeS": order.life_s,
        "postOnly": order.post_only,
        "settledOnly": order.settled_only,
        "eventSlug": None if order.event_slug is None else text("event_slug", order.event_slug),
    }
    return {name: value for name, value in fields.items() if value is not None}


Entry = PlacedEntry | RefusedEntry

#: A batch, and the request for those of its orders that have no outcome.
Settled = tuple[OrderBatch, Call[OrderBatch] | None]

#: Why an order of a batch has no outcome yet.
OPEN_REASONS = ("uncertain", "key_in_use")
#: Reasons that may be found before anybody looks for an order that was placed before.
UNTOLD_REASONS = ("unavailable", "expiration")


def _batch(
    wallet_id: str, orders: Mapping[str, LimitOrder], known: Mapping[str, Entry], is_resumed: bool
) -> Call[OrderBatch]:
    """Describes a request for those orders, by their keys, whose outcome is not known."""
    asked = [key for key in orders if key not in known]
    entries = [{**_fields(orders[key]), "idempotencyKey": key} for key in asked]
    body = write_json({"walletId": wallet_id, "orders": entries})
    read = reader(OrderBatch)

    def whole(answer: Answer) -> OrderBatch:
        told = read(answer)
        if len(told.results) != len(asked):
            raise UnexpectedAnswer("Cannot read OrderBatch.results: it has another length")
        outcomes = dict(known)
        for key, entry in zip(asked, told.results, strict=True):
            outcomes[key] = dataclasses.replace(entry, idempotency_key=key, wallet_id=wallet_id)
        return dataclasses.replace(told, results=tuple(outcomes[key] for key in orders))

    def settle(batch: OrderBatch, may_be_placed: bool) -> Settled:
        results = [
            each if each.idempotency_key in known else _marked(each, may_be_placed)
            for each in batch.results
        ]
        ended = {each.idempotency_key: each for each in results if not _is_open(each)}
        rest = _batch(wallet_id, orders, ended, True) if len(ended) < len(orders) else None
        return dataclasses.replace(batch, results=tuple(results)), rest

    return Call(
        Request("POST", LIMIT_PATH + "/batch", JSON_HEADERS, body),
        whole,
        bucket="keyed",
        idempotency_keys=tuple(orders),
        is_resumed=is_resumed,
        settle=settle,
    )


def _is_open(entry: Entry) -> bool:
    return isinstance(entry, RefusedEntry) and entry.reason in OPEN_REASONS


def _marked(entry: Entry, may_be_placed: bool) -> Entry:
    """Marks an order that has no outcome as `uncertain`."""
    if isinstance(entry, PlacedEntry):
        return entry
    is_untold = may_be_placed and entry.reason in UNTOLD_REASONS
    return dataclasses.replace(entry, reason="uncertain") if is_untold or _is_open(entry) else entry
