"""What the service sends about fees.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from .names import Side

__all__ = [
    "EventFee",
    "FeeConfig",
    "FeeEvent",
    "FeeInputs",
    "FeeResult",
    "FlatFee",
    "FlatFeeEstimate",
    "LegacyFee",
    "LegacyFeeEstimate",
    "PublishedFee",
]


@dataclass(frozen=True, slots=True)
class FeeEvent:
    """An event of the venue. An estimate leaves its title out."""

    #: The venue's id.
    id: str
    #: The venue's slug.
    slug: str
    #: What the event is called.
    title: str | None = None


@dataclass(frozen=True, slots=True)
class PublishedFee:
    """The schedule that the venue publishes."""

    #: A fraction; 0 where the venue has turned fees off.
    rate: Decimal
    #: The exponent of the formula: 1 in the flat one.
    exponent: Decimal
    #: Whether makers pay nothing.
    taker_only: bool
    #: The venue's own record of its markets.
    source: Literal["venue_metadata"]
    #: When the venue was asked for it.
    at: datetime


@dataclass(frozen=True, slots=True)
class EventFee:
    """What takers pay in an event."""

    now: datetime
    event: FeeEvent
    #: Whether takers pay a fee, as far as is known.
    has_taker_fees: bool
    #: What kind of market, such as `crypto`.
    type: str | None
    #: The rate of the formula, a fraction.
    fee_rate: Decimal
    #: The exponent of the formula.
    exponent: Decimal
    #: The share of fees that makers get back: `20%`.
    maker_rebate: str
    #: What the venue charges now, by the schedule of the event's markets. None where one of them
    #: carries none or cannot be read, or two differ.
    published: PublishedFee | None
    #: The slug of the event's tag that a rule names, in lower case.
    matched_by_tag: str | None = None


@dataclass(frozen=True, slots=True)
class FeeConfig:
    """The rule that an estimate follows."""

    #: Whether takers pay a fee, as far as is known.
    has_taker_fees: bool
    #: What kind of market, such as `crypto`.
    type: str | None
    #: The rate of the formula, a fraction.
    fee_rate: Decimal
    #: The exponent of the formula.
    exponent: Decimal
    #: The share of fees that makers get back: `20%`.
    maker_rebate: str
    #: The slug of the event's tag that a rule names, in lower case.
    matched_by_tag: str | None = None
    #: `venue`: the schedule it publishes. `tag_rule`: a rule for the event's tags. None with
    #: neither, and then the fee is 0.
    source: Literal["venue", "tag_rule"] | None = None


@dataclass(frozen=True, slots=True)
class FeeInputs:
    """The trade, as it was asked."""

    #: The amount given.
    making_amount: Decimal
    making_amount_unit: Literal["usdc", "shares"]
    #: The amount received.
    taking_amount: Decimal
    taking_amount_unit: Literal["usdc", "shares"]


@dataclass(frozen=True, slots=True)
class LegacyFee:
    """The fee by the older formula."""

    #: Shares in a BUY, USDC in a SELL.
    charged_in: Literal["shares", "usdc"]
    #: The fee in that unit, to 8 decimals.
    fee_equivalent: Decimal
    #: What the formula gives in USDC, to 8 decimals, however small.
    fee_in_usdc_raw: Decimal
    #: Below this exact fee in USDC, `fee_equivalent` is 0.
    min_fee_threshold_usdc: Decimal


@dataclass(frozen=True, slots=True)
class FeeResult:
    """What the trade gives, with and without the fee."""

    #: To 8 decimals.
    gross_shares: Decimal
    #: In a BUY `gross_shares` less the fee.
    net_shares: Decimal
    #: Only in a SELL, to 8 decimals.
    gross_usdc: Decimal | None = None
    #: Only in a SELL: less the fee.
    net_usdc: Decimal | None = None


@dataclass(frozen=True, slots=True)
class LegacyFeeEstimate:
    """The fee of a trade, by the formula with an exponent."""

    now: datetime
    event: FeeEvent
    fee_config: FeeConfig
    side: Side
    inputs: FeeInputs
    #: USDC for one share, to 8 decimals.
    average_price: Decimal
    fee: LegacyFee
    result: FeeResult


@dataclass(frozen=True, slots=True)
class FlatFee:
    """The fee by the flat formula, which is charged in USDC."""

    #: The fee, to 5 decimals; 0 if it is below 0.00001.
    usdc: Decimal
    #: The exact fee over the price, to 5 decimals; 0 if nothing is charged.
    shares: Decimal
    #: Always USDC.
    charged_in: Literal["usdc"]
    #: The charged fee over the USDC traded: a fraction, to 8 decimals.
    effective_rate: Decimal


@dataclass(frozen=True, slots=True)
class FlatFeeEstimate:
    """The fee of a trade, by the flat formula."""

    now: datetime
    event: FeeEvent
    fee_config: FeeConfig
    side: Side
    inputs: FeeInputs
    #: USDC for one share, to 8 decimals.
    average_price: Decimal
    #: Shares traded.
    shares: Decimal
    fee: FlatFee
    result: FeeResult
