"""What the service says of orders."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from ._core.decode import computed
from .fees import FlatFee
from .names import OrderState, OrderType, Side


@dataclass(frozen=True, slots=True)
class OrderedTrade:
    """What was ordered."""

    #: The market's slug.
    slug: str
    #: The outcome's name, as the venue writes it.
    outcome: str
    token_id: str
    side: Side
    #: As requested: USDC in a BUY, shares in a SELL.
    amount: Decimal
    #: Whether the market is of the venue's negRisk kind.
    neg_risk: bool
    #: A BUY of nearly the whole balance spends this instead of `amount`, to leave its fee.
    lowered_to: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """What was traded; None where the venue does not say."""

    shares: Decimal | None
    #: Without the fee.
    usdc: Decimal | None
    #: USDC for one share; not worse than the price of the order because amounts were cut.
    average_price: Decimal | None


@dataclass(frozen=True, slots=True)
class PlacedOrder:
    """An order that is at the venue."""

    ok: bool
    #: The order's hash, by which the venue knows it.
    order_id: str
    #: It traded.
    status: Literal["matched"]
    #: Seconds from the request to its outcome.
    latency_s: Decimal
    order: OrderedTrade
    filled: Fill
    #: The key that it was placed with.
    idempotency_key: str = computed("")
    #: Whether an earlier request with the same key placed it.
    is_replayed: bool = computed(False)


@dataclass(frozen=True, slots=True)
class Quote:
    """What the order book would give now."""

    #: USDC for one share, before the amounts are rounded: never worse than the worst price.
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
    """The contract that an order is for."""

    address: str
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
    taker_amount: int
    side: Side
    signature_type: Literal[0, 1, 2, 3]
    #: Unix milliseconds.
    timestamp: int
    expiration: int
    metadata: str
    builder: str
    exchange: SigningDomain


@dataclass(frozen=True, slots=True)
class OrderPreview:
    """What an order would be. Nothing was placed."""

    ok: bool
    status: Literal["preview"]
    latency_s: Decimal
    order: OrderedTrade
    quote: Quote
    fee: FlatFee
    unsigned: UnsignedOrder


@dataclass(frozen=True, slots=True)
class OpenOrders:
    """A page of open orders, as the venue describes them."""

    ok: bool
    data: tuple[Mapping[str, Any], ...]
    #: Empty on the last page.
    next_cursor: str


@dataclass(frozen=True, slots=True)
class CancelledOrders:
    """What was cancelled."""

    ok: bool
    #: The hashes of the orders that are gone.
    canceled: tuple[str, ...]
    #: The venue's reason, by the order's hash.
    not_canceled: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an order was refused."""

    reason: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class SentOrder:
    """An order that was sent, and what became of it."""

    #: The service's id of the order.
    id: str
    created_at: datetime
    #: `unknown`: sent, and not known yet how it ended; `why` says more.
    state: OrderState
    order: OrderedTrade
    order_type: OrderType
    #: The condition id of the market.
    market: str
    #: The order's hash, by which the venue knows it.
    order_id: str
    #: None unless `matched`.
    filled: Fill | None
    #: What it may trade, as the limits of the wallet count it.
    notional_usdc: Decimal
    #: None unless `refused`.
    refusal: Refusal | None
    why: str | None
    #: Seconds until the outcome was known; None while it is not.
    latency_s: Decimal | None
    #: None without one, and after 24 hours.
    idempotency_key: str | None
    #: Whether the outcome was looked up later; None while it is not known.
    reconciled: bool | None


@dataclass(frozen=True, slots=True)
class OrderHistory:
    """A page of orders, newest first."""

    ok: bool
    now: datetime
    data: tuple[SentOrder, ...]
    #: Empty on the last page.
    next_cursor: str
