"""What the service sends about orders that were placed.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from .names import OrderState, OrderType
from .placed_order import Estimates, Fill, OrderedTrade

__all__ = ["CancelledOrders", "OpenOrders", "OrderHistory", "Refusal", "SentOrder", "ShownOrder"]


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
    #: What of it the chain has confirmed; None as `filled`.
    settled: Fill | None
    #: What the order may trade, as the limits of the wallet count it.
    notional_usdc: Decimal
    #: None unless `refused`.
    refusal: Refusal | None
    #: Why it is not known what became of it, why it was canceled, or what of it failed on the
    #: chain; else None.
    why: str | None
    #: Seconds from the request to its outcome, or from the sending if `reconciled`; None while it
    #: is not known.
    latency_s: Decimal | None
    #: The `Idempotency-Key` of the request; None without one, and after 24 hours.
    idempotency_key: str | None
    #: Whether the outcome was looked up later, and did not come with the venue's answer; None while
    #: it is not known.
    reconciled: bool | None
    estimates: Estimates | None = None


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
