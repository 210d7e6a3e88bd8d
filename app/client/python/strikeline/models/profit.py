"""What the service sends about profit.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

__all__ = ["Profit", "ProfitRow", "ProfitTotal"]


@dataclass(frozen=True, slots=True)
class ProfitRow:
    #: The UTC day, the market's slug, or `asset:interval`, as `by` says; `other` for a market of no
    #: series.
    key: str
    #: None where a cost is not known.
    realized_usdc: Decimal | None
    #: None where one is not known.
    fees_usdc: Decimal | None
    #: What claims paid.
    claimed_usdc: Decimal
    #: What was traded, bought and sold alike.
    volume_usdc: Decimal
    #: How many trades that was.
    trades: int


@dataclass(frozen=True, slots=True)
class ProfitTotal:
    #: None where a cost is not known.
    realized_usdc: Decimal | None
    #: None where one is not known.
    fees_usdc: Decimal | None
    #: What claims paid.
    claimed_usdc: Decimal
    #: What was traded, bought and sold alike.
    volume_usdc: Decimal
    #: How many trades that was.
    trades: int


@dataclass(frozen=True, slots=True)
class Profit:
    """Profit of a wallet by day, market or series."""

    now: datetime
    #: Until when what was done elsewhere is counted, claims too: minutes ago, as the venue's index
    #: is behind. None while nothing was read of it.
    venue_at: datetime | None
    #: By name.
    data: tuple[ProfitRow, ...]
    total: ProfitTotal
