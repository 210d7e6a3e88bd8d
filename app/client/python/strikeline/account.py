"""Whose key it is, and the wallets of the account."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from ._core.call import Call
from ._core.describe import get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .names import Scope


@dataclass(frozen=True, slots=True)
class AccountOwner:
    """The account."""

    id: str
    #: Names the account to the operator.
    email: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ApiKey:
    """The key that was used, without its secret part."""

    prefix: str
    last_four: str
    scopes: tuple[Scope, ...]
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class MissingApproval:
    """An approval that a wallet lacks."""

    side: Literal["buy", "sell"]
    #: The contract that the funder calls to give it, and the call.
    approval: str
    #: True: the venue says that it is not given. False: the venue has not said anything of it.
    known: bool


@dataclass(frozen=True, slots=True)
class WalletReadiness:
    """What can be traded in markets of one kind."""

    #: Markets of protocol V1, its neg-risk ones, or those of V2.
    market: Literal["v1", "v1_neg_risk", "v2"]
    buy: bool
    sell: bool
    missing: tuple[MissingApproval, ...]


@dataclass(frozen=True, slots=True)
class TradingWallet:
    """A trading wallet, without its secrets."""

    #: The `wallet_id` of orders.
    id: str
    #: Of the signing key.
    address: str
    #: Who holds the money.
    funder: str
    signature_type: Literal[0, 1, 2, 3]
    signature_type_name: str
    #: Whether markets of one kind at least can be bought and sold.
    ready: bool
    #: What `ready` lacks.
    missing: tuple[Literal["clob_api_key", "allowances_ready"], ...]
    #: One item a kind of market.
    ready_for: tuple[WalletReadiness, ...]
    #: What one order, and all orders of a UTC day, may be worth; None: no limit.
    max_order_usdc: Decimal | None
    max_daily_usdc: Decimal | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class AccountDetails:
    """The account of a key."""

    now: datetime
    account: AccountOwner
    key: ApiKey
    wallets: tuple[TradingWallet, ...]


def details() -> Call[AccountDetails]:
    """Returns whose key it is, and the wallets of the account."""
    return get("/api/v1/account", AccountDetails, bucket="keyed")


class Account(SyncResource):
    """The account, of `Client`."""

    details = sync(details)


class AsyncAccount(AsyncResource):
    """The account, of `AsyncClient`."""

    details = asynchronous(details)
