"""What the service sends about the same window at several venues.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from .names import Outcome, Redistributable

__all__ = ["BasisGap", "BasisTotal", "Leg", "LegBasis", "LegRule", "WindowBasis"]


@dataclass(frozen=True, slots=True)
class LegRule:
    """What decides the market."""

    #: The index that is read, or the pair at `target_source`.
    index: str
    #: How a number is made of it.
    method: Literal["spot", "twap", "mean", "first_trade", "candle_open", "candle_close"]
    #: The look-back of an average; None for a single number.
    seconds: int | None
    #: How the number at the end compares with the target where the window is up.
    comparison: Literal["greater_or_equal", "greater"]
    #: Decimals of the numbers; None where they are not fixed, or not known yet.
    digits: int | None
    #: What equal numbers are.
    tie: Literal["up", "split"]


@dataclass(frozen=True, slots=True)
class Leg:
    """The same window at one venue."""

    #: `polymarket`, the first leg, or `kalshi`.
    venue: str
    kind: Literal["up_down"]
    #: The venue's own: a condition id or a ticker. None while there is none.
    id: str | None
    #: The venue's page.
    url: str | None
    #: In US dollars; None while it is not known.
    target: Decimal | None
    #: The same with the market's own decimals.
    target_text: str | None
    #: `not_listed`: the venue has no market on this window. `announced`: it has not opened.
    #: `pending`: not known yet. `provisional`: what the window before was settled at, until the
    #: market's own comes. `final`: the market's own. `never_set`: it ended without one.
    target_state: Literal["not_listed", "announced", "pending", "provisional", "final", "never_set"]
    #: As of targets, or `<venue>_market`, `<venue>_previous_settlement`.
    target_source: str | None
    rule: LegRule
    #: The result as the venue has it, once it stands.
    outcome: Outcome | None
    #: `open`: the window has not ended. `closed`: it has, and no result stands. `final`, or
    #: `amended`: the venue has replaced a result by this one. `void`: no winner.
    outcome_state: Literal["open", "closed", "final", "amended", "void"]
    #: The number that settled it, as its source has it.
    settled_text: str | None
    #: When this was first known so.
    at: datetime | None
    #: How it compares with the first leg: by the same oracle, or on the same clock by another
    #: index, whose number is never computed from this one's.
    comparable: Literal["same_oracle", "same_clock_other_index"]
    #: Whether the result contradicts the market's own target and settlement.
    disputed: bool
    redistributable: Redistributable


@dataclass(frozen=True, slots=True)
class LegBasis:
    """How far two targets are apart."""

    #: `polymarket`, the first leg, or `kalshi`.
    a: str
    #: `polymarket`, the first leg, or `kalshi`.
    b: str
    #: The target of `b` less that of `a`, US dollars.
    price: Decimal
    #: The same in hundredths of a percent of the target of `a`, to four decimals.
    bps: Decimal | None


@dataclass(frozen=True, slots=True)
class BasisGap:
    #: Included.
    gap_bps_from: Decimal
    #: Excluded; None: any.
    gap_bps_to: Decimal | None
    #: Windows with the same winner at both venues.
    agreed: int
    #: Windows with another winner.
    disagreed: int


@dataclass(frozen=True, slots=True)
class BasisTotal:
    agreed: int
    disagreed: int
    #: The other venue named no winner.
    void: int
    #: One of both is not listed, or not known.
    missing: int


@dataclass(frozen=True, slots=True)
class WindowBasis:
    """How often another venue named the same winner."""

    now: datetime
    #: By how far the primary venue's close was from its target, in hundredths of a percent of that.
    data: tuple[BasisGap, ...]
    total: BasisTotal
