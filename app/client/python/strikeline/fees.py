"""What takers pay in an event, and what a trade costs."""

from typing import TypeVar

from ._core.call import Call, Request
from ._core.describe import get, reader
from ._core.json_text import Amount, exact, write_json
from ._core.query import path_text
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.fee import *
from .names import Side

T = TypeVar("T")


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
