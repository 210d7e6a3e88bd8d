"""What the service sends about fills of orders.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from .names import FillState, Side

__all__ = ["FillFee", "Fills", "OrderFill"]


@dataclass(frozen=True, slots=True)
class FillFee:
    """What a trade cost besides the price."""

    #: Paid besides the price; 0 as maker.
    usdc: Decimal
    #: `computed`: by the schedule of the market as it was when the order was placed.
    basis: Literal["computed", "reported"]


@dataclass(frozen=True, slots=True)
class OrderFill:
    """What a trade moved for an order, and how far it is settled."""

    #: `<trade_id>:<order_id>`.
    id: str
    #: The venue's id of the trade.
    trade_id: str
    #: The hash of the order that was filled.
    order_id: str
    #: The market's slug.
    slug: str
    #: The outcome's name, as the venue writes it.
    outcome: str
    #: The outcome's token id.
    token_id: str
    side: Side
    #: `taker`: the order met what rested in the book.
    role: Literal["taker", "maker"]
    #: USDC a share.
    price: Decimal
    #: Shares traded.
    shares: Decimal
    #: USDC traded, without the fee, rounded down to 6 decimals.
    usdc: Decimal
    #: None as taker in a market whose schedule was not known.
    fee: FillFee | None
    state: FillState
    #: The hash of the transaction on the chain, which may change until `confirmed`; None before
    #: there is one.
    tx: str | None
    matched_at: datetime
    #: When this service heard that it is `confirmed` or `failed`; None before.
    settled_at: datetime | None
    #: Of a paper wallet: no real trade.
    paper: bool = False


@dataclass(frozen=True, slots=True)
class Fills:
    """Fills of a wallet's orders, followed to the chain."""

    ok: bool
    now: datetime
    #: Newest first.
    data: tuple[OrderFill, ...]
    #: For the next page; empty on the last page.
    next_cursor: str
