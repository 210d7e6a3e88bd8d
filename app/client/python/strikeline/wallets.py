"""What a wallet has, and has spent of its limit."""

from ._core.call import Call
from ._core.describe import get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.wallet import *


def balance(wallet_id: str) -> Call[WalletBalance]:
    """Returns what a wallet has, and has spent of its daily limit."""
    return get("/api/v1/wallets/balance", WalletBalance, {"walletId": wallet_id}, bucket="keyed")


class Wallets(SyncResource):
    """Wallets, of `Client`."""

    balance = sync(balance)


class AsyncWallets(AsyncResource):
    """Wallets, of `AsyncClient`."""

    balance = asynchronous(balance)
