"""Outcome markets of the secondary venue."""

from ._core.call import Call
from ._core.describe import get
from ._core.query import Timestamp
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.outcome_market import *


def active(slug: str | None = None) -> Call[ActiveOutcomeTargets]:
    """Returns the live markets, or the one with this slug."""
    path = "/api/v1/venue2/targets/active"
    return get(path, ActiveOutcomeTargets, {"slug": slug}, bucket="keyed")


def at(slug: str | None = None, *, timestamp: Timestamp | None = None) -> Call[OutcomeTargetsAt]:
    """Returns the markets whose window contains an instant, by default now."""
    parameters = {"slug": slug, "timestamp": timestamp}
    return get("/api/v1/venue2/targets/timestamp", OutcomeTargetsAt, parameters, bucket="keyed")


class Venue2(SyncResource):
    """Outcome markets, of `Client`."""

    active = sync(active)
    at = sync(at)


class AsyncVenue2(AsyncResource):
    """Outcome markets, of `AsyncClient`."""

    active = asynchronous(active)
    at = asynchronous(at)
