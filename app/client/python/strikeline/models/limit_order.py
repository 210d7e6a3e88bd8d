"""What the service sends about limit orders.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from .._core.decode import computed
from .fee import FlatFee
from .names import OrderReason
from .placed_order import Estimates, Fill, OrderedTrade, PlacedOrder, Quote, UnsignedOrder

__all__ = ["LimitOrderPreview", "OrderBatch", "PlacedEntry", "RefusedEntry", "ReplacedOrder"]


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
    #: Of a SELL: how many of its shares count on purchases that the chain has not confirmed, and
    #: may take back. Left out where there are none.
    unsettled_shares: Decimal | None = None


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
    #: Of a SELL: how many of its shares count on purchases that the chain has not confirmed, and
    #: may take back. Left out where there are none.
    unsettled_shares: Decimal | None = None
    estimates: Estimates | None = None
    #: The key that it was sent with.
    idempotency_key: str = computed("")
    #: The wallet that it was sent for.
    wallet_id: str = computed("")


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
    #: The key that it was sent with.
    idempotency_key: str = computed("")
    #: The wallet that it was sent for.
    wallet_id: str = computed("")


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
