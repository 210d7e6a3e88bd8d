"""What the service sends about placing orders.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from .._core.decode import computed
from .fee import FlatFee
from .names import OrderType, Side

__all__ = [
    "Estimate",
    "Estimates",
    "Fill",
    "OrderPreview",
    "OrderedTrade",
    "PlacedOrder",
    "Quote",
    "SigningDomain",
    "UnsignedOrder",
]


@dataclass(frozen=True, slots=True)
class OrderedTrade:
    """What was ordered."""

    #: The market's slug.
    slug: str
    #: The outcome's name, as the venue writes it.
    outcome: str
    #: The outcome's token id.
    token_id: str
    side: Side
    #: As requested; of a limit order what a BUY may spend, or the shares of a SELL.
    amount: Decimal
    #: Whether the market is of the venue's negRisk kind.
    neg_risk: bool
    #: What it gives instead of `amount`: USDC that a BUY of nearly the whole balance spends, so
    #: that the balance also covers its fee; or shares that a SELL sells, where the venue takes
    #: fewer decimals. Left out where nothing was lowered.
    lowered_to: Decimal | None = None
    #: USDC a share, of a limit order.
    price: Decimal | None = None
    #: Shares, of a limit order.
    size: Decimal | None = None
    order_type: OrderType | None = None
    #: When a limit order ends by itself; None for one without an end.
    expires_at: datetime | None = None
    #: For how many seconds a limit order may rest before this service cancels it.
    life_s: int | None = None
    #: Of a limit order.
    post_only: bool | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """What was traded; None where the venue does not say."""

    #: Shares traded.
    shares: Decimal | None
    #: USDC traded, without the fee.
    usdc: Decimal | None
    #: USDC per share, to 8 decimals. Amounts that the venue has cut do not make it worse than the
    #: worst price of the order.
    average_price: Decimal | None


@dataclass(frozen=True, slots=True)
class Estimate:
    shares: Decimal
    usdc: Decimal
    average_price: Decimal | None


@dataclass(frozen=True, slots=True)
class Estimates:
    """What an order on paper would have traded: what passed its price, what its place in the queue
    makes likely, which its fills follow, or all at its price.
    """

    pessimistic: Estimate
    likely: Estimate
    optimistic: Estimate


@dataclass(frozen=True, slots=True)
class PlacedOrder:
    """An order that is at the venue."""

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
    #: Of a SELL: how many of its shares count on purchases that the chain has not confirmed, and
    #: may take back. Left out where there are none.
    unsettled_shares: Decimal | None = None
    estimates: Estimates | None = None
    #: The key that it was sent with.
    idempotency_key: str = computed("")
    #: The wallet that it was sent for.
    wallet_id: str = computed("")
    #: Whether an earlier request with the same key placed it.
    is_replayed: bool = computed(False)


@dataclass(frozen=True, slots=True)
class Quote:
    """What the order book would give now."""

    #: USDC per share, to 8 decimals, before `shares` and `usdc` are rounded: never worse than
    #: `worst_price`.
    average_price: Decimal
    #: The last level of the book that is needed.
    worst_price: Decimal
    shares: Decimal
    #: Without the fee.
    usdc: Decimal
    #: How many levels of the book are needed.
    levels: int


@dataclass(frozen=True, slots=True)
class SigningDomain:
    """The contract that the order is for."""

    address: str
    #: The version of the signing domain.
    version: int


@dataclass(frozen=True, slots=True)
class UnsignedOrder:
    """What would be signed, in the venue's names."""

    salt: int
    maker: str
    signer: str
    token_id: str
    #: Times 10^6.
    maker_amount: int
    #: Times 10^6.
    taker_amount: int
    side: Side
    signature_type: Literal[0, 1, 2, 3]
    #: Unix milliseconds.
    timestamp: int
    #: Unix seconds; `0` for none. Not signed.
    expiration: int
    metadata: str
    builder: str
    exchange: SigningDomain


@dataclass(frozen=True, slots=True)
class OrderPreview:
    """What an order would be. Nothing was placed."""

    ok: bool
    status: Literal["preview"]
    #: Seconds from the request to its outcome, including the venue's time.
    latency_s: Decimal
    order: OrderedTrade
    quote: Quote
    fee: FlatFee
    unsigned: UnsignedOrder
    #: Of a SELL: how many of its shares count on purchases that the chain has not confirmed, and
    #: may take back. Left out where there are none.
    unsettled_shares: Decimal | None = None
