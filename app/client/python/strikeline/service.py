"""How the service, its providers and its jobs are doing."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from ._core.call import Call
from ._core.describe import get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the service answers."""

    ok: bool
    service: str
    now: datetime


@dataclass(frozen=True, slots=True)
class ProviderStatus:
    """How a provider is doing."""

    name: str
    #: `off`: not set up. `degraded`: some calls fail. `unknown`: no call yet.
    state: Literal["healthy", "degraded", "down", "off", "unknown"]
    last_success_at: datetime | None
    #: Seconds since the last success.
    age_s: Decimal | None
    #: The share of recent calls that failed, 0 to 1.
    error_rate: Decimal | None


@dataclass(frozen=True, slots=True)
class JobStatus:
    """The last run of a job."""

    name: str
    last_run_at: datetime
    ok: bool


@dataclass(frozen=True, slots=True)
class LimitsStatus:
    """Where rate limits are counted."""

    store: Literal["redis", "memory"]


@dataclass(frozen=True, slots=True)
class FleetStatus:
    """What the replicas share."""

    state: Literal["off", "shared", "alone"]
    #: Work that this process does for all replicas.
    holds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TargetStatus:
    """Targets, counted by this process since it began."""

    provisional: int
    corrected: int
    #: Contradictions between the sources of one target.
    disputed: int


@dataclass(frozen=True, slots=True)
class EntryStatus:
    """What the venue takes from each signer."""

    #: How many the signer with the fewest may send at once.
    lowest_remaining: int
    #: Signers that wait for the venue before they send more.
    resting: int
    #: Seconds until the last of them goes on.
    rest_s: Decimal


@dataclass(frozen=True, slots=True)
class TierStatus:
    """The venue's limits of the signers of one tier."""

    #: None before the venue's first answer with one.
    tier: str | None
    signers: int
    orders: EntryStatus
    cancels: EntryStatus


@dataclass(frozen=True, slots=True)
class Status:
    """How the service is doing."""

    providers: tuple[ProviderStatus, ...]
    jobs: tuple[JobStatus, ...]
    limits: LimitsStatus
    fleet: FleetStatus
    targets: TargetStatus
    venue_limits: tuple[TierStatus, ...]


def health() -> Call[Health]:
    """Returns whether the service answers."""
    return get("/health", Health, bucket="health")


def status() -> Call[Status]:
    """Returns how the service, its providers and its jobs are doing."""
    return get("/api/v1/status", Status, bucket="none")


class Service(SyncResource):
    """The service itself, of `Client`."""

    health = sync(health)
    status = sync(status)


class AsyncService(AsyncResource):
    """The service itself, of `AsyncClient`."""

    health = asynchronous(health)
    status = asynchronous(status)
