"""What the service sends about what a wallet has.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

__all__ = ["BalanceError", "WalletBalance"]


@dataclass(frozen=True, slots=True)
class BalanceError:
    """Why there is no balance."""

    error: str
    hint: str


@dataclass(frozen=True, slots=True)
class WalletBalance:
    """Balance and spending of a wallet."""

    ok: bool
    now: datetime
    wallet_id: str
    #: What the wallet has to pay with, as the venue counts it; None if it cannot be asked.
    balance_usdc: Decimal | None
    #: When the venue was asked: seconds ago at most.
    balance_at: datetime | None
    #: Why there is no balance, as an order route would say it; None if there is one.
    balance_error: BalanceError | None
    #: What the wallet's orders of this UTC day are worth together, buys and sells alike, but for
    #: refused ones: what its limit counts.
    spent_today_usdc: Decimal
    #: The wallet's limit; None: no limit.
    max_daily_usdc: Decimal | None
    #: What is left of the limit, not less than 0; None: no limit.
    left_today_usdc: Decimal | None
    #: When the next UTC day begins.
    day_ends_at: datetime
