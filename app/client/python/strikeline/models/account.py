"""What the service sends about the key's account.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from .names import Scope

__all__ = [
    "AccountDetails",
    "AccountOwner",
    "ApiKey",
    "MissingApproval",
    "TradingWallet",
    "WalletReadiness",
]


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

    #: What the key begins with.
    prefix: str
    last_four: str
    scopes: tuple[Scope, ...]
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class MissingApproval:
    """An approval that a wallet lacks."""

    #: What it is needed for.
    side: Literal["buy", "sell"]
    #: The contract that the funder calls to give it, and the call.
    approval: str
    #: True: the venue says that it is not given. False: it has not said anything of it when the
    #: wallet was provisioned.
    known: bool


@dataclass(frozen=True, slots=True)
class WalletReadiness:
    """What can be traded in markets of one kind, as provisioning has seen it."""

    #: Markets of protocol V1, its neg-risk ones, or those of V2.
    market: Literal["v1", "v1_neg_risk", "v2"]
    buy: bool
    sell: bool
    missing: tuple[MissingApproval, ...]


@dataclass(frozen=True, slots=True)
class TradingWallet:
    """A trading wallet, without its secrets."""

    #: The `wallet_id` of order routes.
    id: str
    #: Of the signing key.
    address: str
    #: Who holds the money.
    funder: str
    signature_type: Literal[0, 1, 2, 3]
    #: `paper` for a paper wallet.
    signature_type_name: str
    #: Whether markets of one kind at least can be bought and sold.
    ready: bool
    #: What `ready` lacks; which approvals, says `ready_for`.
    missing: tuple[Literal["clob_api_key", "allowances_ready"], ...]
    #: One item a kind of market.
    ready_for: tuple[WalletReadiness, ...]
    #: What one order may be worth; None: no limit.
    max_order_usdc: Decimal | None
    #: What all orders of a UTC day may be worth; None: no limit.
    max_daily_usdc: Decimal | None
    #: `auto`: the service claims by itself what the wallet has won once its market is resolved.
    #: `off`: only on request.
    claim_policy: Literal["auto", "off"]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class AccountDetails:
    """Whose key this is."""

    now: datetime
    account: AccountOwner
    key: ApiKey
    wallets: tuple[TradingWallet, ...]
