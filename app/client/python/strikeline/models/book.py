"""What the service sends about order books.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from .names import Side

__all__ = ["BookTrade", "OrderBook"]


@dataclass(frozen=True, slots=True)
class BookTrade:
    #: USDC a share.
    price: Decimal
    #: Shares.
    size: Decimal
    side: Side
    #: The venue's time.
    at: datetime


@dataclass(frozen=True, slots=True)
class OrderBook:
    """The order book of an outcome."""

    now: datetime
    #: The market's slug.
    slug: str
    #: The outcome's name, as the venue writes it.
    outcome: str
    #: The outcome's token id.
    token_id: str
    #: Buyers, highest price first: price in USDC a share, and shares, exact decimal text. Empty if
    #: there are none.
    bids: tuple[tuple[Decimal, Decimal], ...]
    #: Sellers, lowest price first, in the same form.
    asks: tuple[tuple[Decimal, Decimal], ...]
    #: The venue's time of the book: when it changed last.
    at: datetime
    #: The venue's hash of the whole book, which its own clients can compute; None if it stated
    #: none.
    hash: str | None
    #: `stream`: this service follows the book, and this is its newest state. `request`: the venue
    #: was asked within the last second.
    source: Literal["stream", "request"]
    #: Of a request with `trades`: the last trades that the venue's stream told since this service
    #: follows the book, newest first, with the side of the taker.
    trades: tuple[BookTrade, ...] | None = None
