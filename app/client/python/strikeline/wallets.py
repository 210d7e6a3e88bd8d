"""What a wallet has, and has spent of its limit."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from ._core.call import Call
from ._core.describe import get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync


@dataclass(frozen=True, slots=True)
class BalanceError:
    """Why there is no balance."""

    error: str
    hint: str


@dataclass(frozen=True, slots=True)
class WalletBalance:
    """What a wallet has and has spent."""

    ok: bool
    now: datetime
    wallet_id: str
    #: What it has to pay with, as the venue counts it; None if the venue cannot be asked.
    balance_usdc: Decimal | None
    #: When the venue was asked.
    balance_at: datetime | None
    balance_error: BalanceError | None
    #: What its orders of this UTC day are worth together, but for refused ones.
    spent_today_usdc: Decimal
    #: The limit of a day and what is left of it; None: no limit.
    max_daily_usdc: Decimal | None
    left_today_usdc: Decimal | None
    day_ends_at: datetime


def balance(wallet_id: str) -> Call[WalletBalance]:
    """Returns what a wallet has, and has spent of its daily limit."""
    return get("/api/v1/wallets/balance", WalletBalance, {"walletId": wallet_id}, bucket="keyed")


class Wallets(SyncResource):
    """Wallets, of `Client`."""

    balance = sync(balance)


class AsyncWallets(AsyncResource):
    """Wallets, of `AsyncClient`."""

    balance = asynchronous(balance)
