"""What the service sends about what a wallet has.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

__all__ = ["ArmedGuard", "BalanceError", "WalletBalance", "WalletGuard"]


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


@dataclass(frozen=True, slots=True)
class WalletGuard:
    """Guard of a wallet."""

    ok: bool
    #: What it is armed for; None while it is disarmed.
    seconds: int | None
    #: When it fires unless it is renewed; None while it is disarmed.
    fires_at: datetime | None
    #: When it fired last; None if it never did.
    fired_at: datetime | None
    #: Whether the venue's own heartbeats are sent for the wallet's API key.
    venue: bool
    #: When the venue accepted the last heartbeat; None before the first. More than 10 s old while
    #: `venue` is true: the venue cancels what is open.
    venue_at: datetime | None


@dataclass(frozen=True, slots=True)
class ArmedGuard:
    """Arm, renew or disarm the guard of a wallet."""

    ok: bool
    #: What it is armed for; 0: it is disarmed.
    seconds: int
    #: When it fires unless it is renewed; None while it is disarmed.
    fires_at: datetime | None
    #: Whether the venue's own heartbeats are sent for the wallet's API key.
    venue: bool
    #: What the venue does once its heartbeats stop; there with `venue: false`.
    hint: str | None = None
