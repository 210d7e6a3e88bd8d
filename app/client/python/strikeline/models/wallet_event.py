"""What the service sends about what happens to a wallet, event by event.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from typing import Literal

from .fill import OrderFill
from .order import SentOrder
from .position import ChainAction, Claim

__all__ = ["ClaimEvent", "FillEvent", "MergeEvent", "OrderEvent", "SplitEvent"]


@dataclass(frozen=True, slots=True)
class OrderEvent:
    """An order of your wallet, as it is since it has changed.

    As an item of `GET /api/v1/orders/history`; not sent while it is `sent`.
    """

    type: Literal["order"]
    #: `orders:<wallet id>`.
    topic: str
    #: The number of the frame among those of its wallet, counted in the store: the same on every
    #: replica, and one more than that of the frame before.
    seq: int
    order: SentOrder


@dataclass(frozen=True, slots=True)
class FillEvent:
    """A fill of an order of your wallet, as it is since it has changed.

    As an item of `GET /api/v1/fills`. Its order comes after it.
    """

    type: Literal["fill"]
    #: `orders:<wallet id>`.
    topic: str
    #: The number of the frame among those of its wallet, counted in the store: the same on every
    #: replica, and one more than that of the frame before.
    seq: int
    fill: OrderFill


@dataclass(frozen=True, slots=True)
class ClaimEvent:
    """A claim of what your wallet has won, as it is since it has changed.

    As an item of `GET /api/v1/positions/claims`.
    """

    type: Literal["claim"]
    #: `orders:<wallet id>`.
    topic: str
    #: The number of the frame among those of its wallet, counted in the store: the same on every
    #: replica, and one more than that of the frame before.
    seq: int
    claim: Claim


@dataclass(frozen=True, slots=True)
class SplitEvent:
    """A split of your wallet's USDC, as it is since it has changed.

    As `POST /api/v1/positions/split` answers.
    """

    type: Literal["split"]
    #: `orders:<wallet id>`.
    topic: str
    #: The number of the frame among those of its wallet, counted in the store: the same on every
    #: replica, and one more than that of the frame before.
    seq: int
    split: ChainAction


@dataclass(frozen=True, slots=True)
class MergeEvent:
    """A merge of your wallet's shares, as it is since it has changed.

    As `POST /api/v1/positions/merge` answers.
    """

    type: Literal["merge"]
    #: `orders:<wallet id>`.
    topic: str
    #: The number of the frame among those of its wallet, counted in the store: the same on every
    #: replica, and one more than that of the frame before.
    seq: int
    merge: ChainAction
