"""What takers pay in an event, and what a trade costs."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal, TypeVar

from ._core.call import Call, Request
from ._core.describe import get, reader
from ._core.json_text import Amount, exact, write_json
from ._core.query import path_text
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .names import Side

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FeeEvent:
    """An event of the venue. An estimate leaves its title out."""

    id: str
    slug: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class EventFee:
    """What takers pay in an event."""

    now: datetime
    event: FeeEvent
    has_taker_fees: bool
    #: The kind of market, such as `crypto`.
    type: str | None
    #: The rate and the exponent of the formula.
    fee_rate: Decimal
    exponent: Decimal
    #: The share of fees that makers get back, such as `20%`.
    maker_rebate: str
    #: The slug of the event's tag that a rule names.
    matched_by_tag: str | None = None


@dataclass(frozen=True, slots=True)
class FeeConfig:
    """The rule that an estimate follows."""

    has_taker_fees: bool
    type: str | None
    fee_rate: Decimal
    exponent: Decimal
    maker_rebate: str
    matched_by_tag: str | None = None
    #: `venue`: the schedule it publishes. `tag_rule`: a rule for the event's tags. None with
    #: neither, and in `LegacyFeeEstimate`, which follows tags alone.
    source: Literal["venue", "tag_rule"] | None = None


@dataclass(frozen=True, slots=True)
class FeeInputs:
    """The trade, as it was asked."""

    making_amount: Decimal
    making_amount_unit: Literal["usdc", "shares"]
    taking_amount: Decimal
    taking_amount_unit: Literal["usdc", "shares"]


@dataclass(frozen=True, slots=True)
class LegacyFee:
    """The fee by the older formula."""

    #: Shares in a BUY, USDC in a SELL.
    charged_in: Literal["shares", "usdc"]
    #: The fee in that unit, to 8 decimals.
    fee_equivalent: Decimal
    #: What the formula gives in USDC, however small.
    fee_in_usdc_raw: Decimal
    #: Below this fee in USDC `fee_equivalent` is 0.
    min_fee_threshold_usdc: Decimal


@dataclass(frozen=True, slots=True)
class FeeResult:
    """What the trade gives, with and without the fee."""

    gross_shares: Decimal
    net_shares: Decimal
    #: USDC; None in a `LegacyFeeEstimate` of a BUY.
    gross_usdc: Decimal | None = None
    net_usdc: Decimal | None = None


@dataclass(frozen=True, slots=True)
class LegacyFeeEstimate:
    """What a trade costs by the older formula."""

    now: datetime
    event: FeeEvent
    fee_config: FeeConfig
    side: Side
    inputs: FeeInputs
    #: USDC for one share.
    average_price: Decimal
    fee: LegacyFee
    result: FeeResult


@dataclass(frozen=True, slots=True)
class FlatFee:
    """The fee by the flat formula, which is charged in USDC."""

    #: To 5 decimals; 0 if it is below 0.00001.
    usdc: Decimal
    #: The exact fee over the price, to 5 decimals; 0 if nothing is charged.
    shares: Decimal
    charged_in: Literal["usdc"]
    #: The charged fee over the USDC traded, a fraction.
    effective_rate: Decimal


@dataclass(frozen=True, slots=True)
class FlatFeeEstimate:
    """What a trade costs by the flat formula."""

    now: datetime
    event: FeeEvent
    fee_config: FeeConfig
    side: Side
    inputs: FeeInputs
    #: USDC for one share.
    average_price: Decimal
    shares: Decimal
    fee: FlatFee
    result: FeeResult


def event_by_slug(event_slug: str) -> Call[EventFee]:
    """Returns what takers pay in the event with this slug."""
    return get(path_text("/api/v1/fees/event/slug/{eventSlug}", eventSlug=event_slug), EventFee)


def event_by_id(event_id: str) -> Call[EventFee]:
    """Returns what takers pay in the event with the venue's id."""
    return get(path_text("/api/v1/fees/event/id/{eventId}", eventId=event_id), EventFee)


def legacy_estimate(
    *,
    side: Side,
    making_amount: Amount,
    taking_amount: Amount,
    event_slug: str | None = None,
    event_id: str | None = None,
) -> Call[LegacyFeeEstimate]:
    """Returns what a trade costs by the older formula.

    `making_amount` is what is given: USDC in a BUY, shares in a SELL. Pass `event_slug` or
    `event_id`.
    """
    return _estimate(
        "/api/v1/fees/trade-estimate",
        LegacyFeeEstimate,
        side=side,
        making_amount=making_amount,
        taking_amount=taking_amount,
        event_slug=event_slug,
        event_id=event_id,
    )


def estimate(
    *,
    making_amount: Amount,
    taking_amount: Amount,
    event_slug: str | None = None,
    event_id: str | None = None,
    side: Side | None = None,
) -> Call[FlatFeeEstimate]:
    """Returns what a trade costs by the flat formula, which the venue uses today.

    `making_amount` is what is given: USDC in a BUY, shares in a SELL. Pass `event_slug` or
    `event_id`. `side` follows from the amounts; if it is passed, it must agree.
    """
    return _estimate(
        "/api/v1/new_fees/trade-estimate",
        FlatFeeEstimate,
        side=side,
        making_amount=making_amount,
        taking_amount=taking_amount,
        event_slug=event_slug,
        event_id=event_id,
    )


def _estimate(
    path: str,
    into: type[T],
    *,
    side: Side | None,
    making_amount: Amount,
    taking_amount: Amount,
    event_slug: str | None,
    event_id: str | None,
) -> Call[T]:
    fields = {
        "side": side,
        "makingAmount": exact("making_amount", making_amount),
        "takingAmount": exact("taking_amount", taking_amount),
        "eventSlug": event_slug,
        "eventId": event_id,
    }
    body = write_json({name: value for name, value in fields.items() if value is not None})
    request = Request("POST", path, {"content-type": "application/json"}, body)
    return Call(request, reader(into))


class Fees(SyncResource):
    """Fees, of `Client`."""

    event_by_slug = sync(event_by_slug)
    event_by_id = sync(event_by_id)
    estimate = sync(estimate)
    legacy_estimate = sync(legacy_estimate)


class AsyncFees(AsyncResource):
    """Fees, of `AsyncClient`."""

    event_by_slug = asynchronous(event_by_slug)
    event_by_id = asynchronous(event_by_id)
    estimate = asynchronous(estimate)
    legacy_estimate = asynchronous(legacy_estimate)
