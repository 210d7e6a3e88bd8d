"""What the service sends about positions.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from .._core.decode import computed
from .names import ActionKind, ActionState, PositionStatus

__all__ = [
    "ChainAction",
    "Claim",
    "ClaimsMade",
    "ClaimsPage",
    "IndexedPosition",
    "MergeMade",
    "Position",
    "PositionsPage",
    "SplitMade",
]


@dataclass(frozen=True, slots=True)
class IndexedPosition:
    """What the venue's own index says, minutes behind; None while it is not known or lists nothing.
    """

    #: Shares held.
    shares: Decimal
    #: Average price of what was bought.
    avg_price: Decimal | None
    #: Profit of what was sold or claimed.
    realized_usdc: Decimal | None
    #: Until when the index is whole.
    at: datetime


@dataclass(frozen=True, slots=True)
class Position:
    """A position."""

    #: The market's condition id, 64 hex digits.
    condition_id: str
    #: The market's slug; None where nobody says it.
    slug: str | None
    #: The outcome's name, as the venue writes it.
    outcome: str | None
    #: The outcome's token id.
    token_id: str
    #: Shares held, by all that did not fail.
    shares: Decimal
    #: Of these, what the chain has settled, less all that was sold since.
    settled_shares: Decimal
    #: Average cost of a share that is held, to six decimals, without fees; None without any.
    avg_price: Decimal | None
    #: What the held shares cost, without fees; 0 once they are lost.
    cost_usdc: Decimal | None
    #: All fees paid for this outcome; None where one is not known.
    fees_usdc: Decimal | None
    #: What a share brings: the best bid, and once resolved what it pays.
    price: Decimal | None
    #: `shares` times `price`.
    value_usdc: Decimal | None
    #: `value_usdc` less `cost_usdc`.
    unrealized_usdc: Decimal | None
    #: Proceeds less average cost of what was sold, merged or claimed, without fees; of a loser its
    #: cost, from its resolution on.
    realized_usdc: Decimal | None
    status: PositionStatus
    venue: IndexedPosition | None
    #: Whether the index has as many shares; None while it is older than the last change, or not
    #: known.
    agrees: bool | None


@dataclass(frozen=True, slots=True)
class PositionsPage:
    """Positions of a wallet, exactly, beside the venue's index."""

    ok: bool
    now: datetime
    #: Until when what was done elsewhere is counted, claims too: minutes ago, as the venue's index
    #: is behind. None while nothing was read of it.
    venue_at: datetime | None
    #: The one that changed last comes first.
    data: tuple[Position, ...]
    #: For the next page; empty on the last page.
    next_cursor: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of what was won."""

    kind: Literal["claim"]
    #: Its id here, a UUID.
    id: str
    #: The market's condition id, 64 hex digits.
    condition_id: str
    #: The market's slug; None where nobody says it.
    slug: str | None
    state: ActionState
    #: USDC that came, below zero if it was paid; None unless confirmed.
    usdc: Decimal | None
    #: The transaction on the chain; None while unknown, and on paper.
    tx: str | None
    #: What it waits for, or why it has come to nothing.
    why: str | None
    #: Whether the wallet's policy wanted it, and no request.
    automatic: bool
    #: When it was asked for.
    requested_at: datetime
    #: When it was over; None before.
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class ClaimsMade:
    """What became of claims."""

    ok: bool
    #: As they are now; empty where nothing can be claimed.
    claims: tuple[Claim, ...]
    #: The key that it was asked with: the same request with it says what has become of it.
    idempotency_key: str = computed("")


@dataclass(frozen=True, slots=True)
class ClaimsPage:
    """Claims of a wallet, as they are now."""

    ok: bool
    now: datetime
    #: Newest first.
    data: tuple[Claim, ...]
    #: Where the next page begins; empty on the last one.
    next_cursor: str


@dataclass(frozen=True, slots=True)
class ChainAction:
    """A claim, a split or a merge."""

    kind: ActionKind
    #: Its id here, a UUID.
    id: str
    #: The market's condition id, 64 hex digits.
    condition_id: str
    #: The market's slug; None where nobody says it.
    slug: str | None
    state: ActionState
    #: USDC that came, below zero if it was paid; None unless confirmed.
    usdc: Decimal | None
    #: The transaction on the chain; None while unknown, and on paper.
    tx: str | None
    #: What it waits for, or why it has come to nothing.
    why: str | None
    #: Whether the wallet's policy wanted it, and no request.
    automatic: bool
    #: When it was asked for.
    requested_at: datetime
    #: When it was over; None before.
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class SplitMade:
    """What became of a split."""

    ok: bool
    split: ChainAction
    #: The key that it was asked with: the same request with it says what has become of it.
    idempotency_key: str = computed("")


@dataclass(frozen=True, slots=True)
class MergeMade:
    """What became of a merge."""

    ok: bool
    merge: ChainAction
    #: The key that it was asked with: the same request with it says what has become of it.
    idempotency_key: str = computed("")
