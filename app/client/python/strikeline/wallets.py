"""What a wallet has, has spent of its limit, and its guard."""

from ._core.call import Call, Request
from ._core.describe import get, reader, with_query
from ._core.json_text import write_json
from ._core.placing import JSON_HEADERS
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.wallet import *

GUARD_PATH = "/api/v1/wallets/guard"


def balance(wallet_id: str) -> Call[WalletBalance]:
    """Returns what a wallet has, and has spent of its daily limit."""
    return get("/api/v1/wallets/balance", WalletBalance, {"walletId": wallet_id}, bucket="keyed")


def guard(wallet_id: str) -> Call[WalletGuard]:
    """Returns the guard of a wallet: whether it is armed, when it fires, and when it fired last."""
    return get(GUARD_PATH, WalletGuard, {"walletId": wallet_id}, bucket="keyed")


def set_guard(wallet_id: str, seconds: int, *, venue: bool | None = None) -> Call[ArmedGuard]:
    """Arms or renews the guard of a wallet, or with 0 disarms it.

    Unless it is renewed within `seconds`, 5 to 300, the service cancels every open order of the
    wallet. It is repeated like a reading call, because renewing twice does no harm.

    `venue` begins or ends the venue's own heartbeats, None leaves them as they are. Once they have
    begun, the venue cancels every open order of the wallet's API key when they stop, and may cancel
    later ones too.
    """
    target = with_query(GUARD_PATH, {"walletId": wallet_id})
    body = {"seconds": seconds} if venue is None else {"seconds": seconds, "venue": venue}
    request = Request("PUT", target, JSON_HEADERS, write_json(body))
    return Call(request, reader(ArmedGuard), bucket="keyed")


class Wallets(SyncResource):
    """Wallets, of `Client`."""

    balance = sync(balance)
    guard = sync(guard)
    set_guard = sync(set_guard)


class AsyncWallets(AsyncResource):
    """Wallets, of `AsyncClient`."""

    balance = asynchronous(balance)
    guard = asynchronous(guard)
    set_guard = asynchronous(set_guard)
