"""Whose key it is, and the wallets of the account."""

from ._core.call import Call
from ._core.describe import get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.account import *


def details() -> Call[AccountDetails]:
    """Returns whose key it is, and the wallets of the account."""
    return get("/api/v1/account", AccountDetails, bucket="keyed")


class Account(SyncResource):
    """The account, of `Client`."""

    details = sync(details)


class AsyncAccount(AsyncResource):
    """The account, of `AsyncClient`."""

    details = asynchronous(details)
