"""What the service sends about orders that were placed.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from .._core.decode import computed
from .fee import FlatFee
from .names import OrderReason, OrderState, OrderType
from .placed_order import Fill, OrderedTrade, PlacedOrder, Quote, UnsignedOrder

__all__ = [
    "CancelledOrders",
    "LimitOrderPreview",
    "OpenOrders",
    "OrderBatch",
    "OrderHistory",
    "PlacedEntry",
    "Refusal",
    "RefusedEntry",
    "ReplacedOrder",
    "SentOrder",
    "ShownOrder",
]


@dataclass(frozen=True, slots=True)
class LimitOrderPreview:
    """What a limit order would be."""

    ok: bool
    status: Literal["preview"]
    #: Seconds from the request to its outcome, including the venue's time.
    latency_s: Decimal
    order: OrderedTrade
    #: What it would trade at once; None where it rests.
    quote: Quote | None
    #: Of what it would trade at once.
    fee: FlatFee | None
    unsigned: UnsignedOrder


@dataclass(frozen=True, slots=True)
class OpenOrders:
    """Open orders of a wallet."""

    ok: bool
    #: Orders as the venue describes them, without `owner`.
    data: tuple[Mapping[str, Any], ...]
    #: For the next page; empty on the last page.
    next_cursor: str


@dataclass(frozen=True, slots=True)
class CancelledOrders:
    """What was cancelled."""

    ok: bool
    #: Hashes of the orders that are gone.
    canceled: tuple[str, ...]
    #: The venue's reason, or the state of an order that is over, by the order's hash.
    not_canceled: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """An order of a batch that is at the venue."""

    ok: bool
    #: The order's hash, by which the venue knows it.
    order_id: str
    #: `matched`: it traded. Of a limit order, `live`: what is not `filled` rests. `delayed`: the
    #: venue has it, and matches it in a moment. `canceled`: in the answer to a request that is
    #: repeated, it is gone by now.
    status: Literal["matched", "live", "delayed", "canceled"]
    #: Seconds from the request to its outcome, including the venue's time.
    latency_s: Decimal
    order: OrderedTrade
    filled: Fill
    #: Whether an earlier request has placed it.
    is_replayed: bool
    #: The key that the order was sent with.
    idempotency_key: str = computed("")


@dataclass(frozen=True, slots=True)
class RefusedEntry:
    """An order that was not placed, or not for certain."""

    ok: bool
    #: What failed, in one sentence.
    error: str
    #: A stable code to branch on.
    code: Literal[
        "bad_request",
        "unauthorized",
        "forbidden",
        "not_found",
        "method_not_allowed",
        "rate_limited",
        "unavailable",
        "internal",
    ]
    #: What to do next.
    hint: str | None = None
    reason: OrderReason | None = None
    #: The hash of an order whose outcome is not known yet.
    order_id: str | None = None
    #: The key that the order was sent with.
    idempotency_key: str = computed("")


@dataclass(frozen=True, slots=True)
class OrderBatch:
    """What became of each order of a batch."""

    ok: bool
    #: One of each order, in the order of the request.
    results: tuple[PlacedEntry | RefusedEntry, ...]


@dataclass(frozen=True, slots=True)
class ReplacedOrder:
    """What took the place of an order."""

    ok: bool
    #: Whether the former order was canceled.
    canceled: bool
    #: Shares that the former order had traded.
    filled_before: Decimal
    #: The order in its place; None for none.
    order: PlacedOrder | None
    #: Why there is none: `filled` or `below_minimum`, by what was left of the former order; `over`,
    #: if it had ended before; or why the new order was refused.
    why: Literal["filled", "below_minimum", "over"] | OrderReason | None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an order was refused."""

    #: Why, in one word.
    reason: Literal[
        "killed",
        "no_liquidity",
        "would_cross",
        "balance",
        "allowance",
        "unsettled",
        "accuracy",
        "too_small",
        "expiration",
        "terms",
        "market_closed",
        "wallet",
        "region",
        "closed_only",
        "paused",
        "post_only",
        "busy",
        "not_sent",
        "never_arrived",
        "stale",
        "rejected",
    ]
    #: The `error` of the answer to the order.
    message: str
    #: What to do about it.
    hint: str


@dataclass(frozen=True, slots=True)
class SentOrder:
    """An order that was sent, and what became of it."""

    #: This service's id of the order.
    id: str
    created_at: datetime
    state: OrderState
    order: OrderedTrade
    order_type: OrderType
    #: The condition id of the market.
    market: str
    #: The order's hash, by which the venue knows it.
    order_id: str
    #: What it has traded; None while nothing is known of it, and if `refused`.
    filled: Fill | None
    #: What the order may trade, as the limits of the wallet count it.
    notional_usdc: Decimal
    #: None unless `refused`.
    refusal: Refusal | None
    #: Why it is not known what became of it, or why it was canceled; else None.
    why: str | None
    #: Seconds from the request to its outcome, or from the sending if `reconciled`; None while it
    #: is not known.
    latency_s: Decimal | None
    #: The `Idempotency-Key` of the request; None without one, and after 24 hours.
    idempotency_key: str | None
    #: Whether the outcome was looked up later, and did not come with the venue's answer; None while
    #: it is not known.
    reconciled: bool | None


@dataclass(frozen=True, slots=True)
class ShownOrder:
    """An order, and what the venue says of it now."""

    ok: bool
    order: SentOrder
    #: The order as the venue describes it now, without `owner`; None where it does not know the
    #: order, or gives no answer.
    venue: Mapping[str, Any] | None
    #: When the venue answered; None where it did not.
    venue_at: datetime | None


@dataclass(frozen=True, slots=True)
class OrderHistory:
    """Orders of a wallet, and what became of them."""

    ok: bool
    now: datetime
    #: Newest first.
    data: tuple[SentOrder, ...]
    #: For the next page; empty on the last page.
    next_cursor: str
