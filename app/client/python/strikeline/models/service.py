"""What the service sends about the service itself.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

__all__ = [
    "EntryStatus",
    "FleetStatus",
    "Health",
    "JobStatus",
    "LimitsStatus",
    "ProviderStatus",
    "RecordingStatus",
    "SocketStatus",
    "Status",
    "TargetStatus",
    "TierStatus",
]


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the service can answer."""

    ok: bool
    service: str
    now: datetime


@dataclass(frozen=True, slots=True)
class SocketStatus:
    """The sockets of a provider that takes one for each wallet that trades."""

    #: How many are open.
    open: int
    #: How many this process keeps open; 0 where another one does.
    wanted: int


@dataclass(frozen=True, slots=True)
class ProviderStatus:
    """How a provider is doing."""

    name: str
    #: `off`: not set up. `degraded`: some calls fail. `unknown`: no call yet.
    state: Literal["healthy", "degraded", "down", "off", "unknown"]
    last_success_at: datetime | None
    #: Seconds since the last success.
    age_s: Decimal | None
    #: Share of recent calls that failed, 0 to 1.
    error_rate: Decimal | None
    sockets: SocketStatus | None = None


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

    #: `off`: without `DATABASE_URL` and `REDIS_URL` each process asks providers by itself.
    #: `shared`: replicas share sockets and answers. `alone`: it would share, and cannot reach Redis
    #: now.
    state: Literal["off", "shared", "alone"]
    #: Work that this process does for all replicas; the others do the rest.
    holds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TargetStatus:
    """Counted by this process since it began."""

    #: Targets that the venue's metadata may still correct.
    provisional: int
    #: Targets whose price was corrected.
    corrected: int
    #: Contradictions between the sources of one target.
    disputed: int


@dataclass(frozen=True, slots=True)
class RecordingStatus:
    #: `standing_by`: another replica records.
    state: Literal["recording", "standing_by"]
    #: The size of its folder, with older days.
    bytes: int
    #: What this process received and kept.
    kept: int
    #: What it received and could not keep.
    dropped: int
    last_received_at: datetime | None
    #: Why the last could not be kept, until one can.
    failure: str | None


@dataclass(frozen=True, slots=True)
class EntryStatus:
    """What the venue takes from each signer."""

    #: How many the signer with the fewest may send at once, as far as is known; cancellations may
    #: be owed.
    lowest_remaining: int
    #: Signers that wait for the venue before they send more.
    resting: int
    #: Seconds until the last of them goes on, 0 if none rests.
    rest_s: Decimal


@dataclass(frozen=True, slots=True)
class TierStatus:
    """The venue's limits of the signers of one tier."""

    #: As the venue calls it; None before its first answer with one.
    tier: str | None
    #: Wallets that have sent something, by their signers.
    signers: int
    orders: EntryStatus
    cancels: EntryStatus


@dataclass(frozen=True, slots=True)
class Status:
    """How the providers and the background jobs are doing."""

    providers: tuple[ProviderStatus, ...]
    jobs: tuple[JobStatus, ...]
    limits: LimitsStatus
    fleet: FleetStatus
    targets: TargetStatus
    recording: RecordingStatus | None
    #: What the primary venue takes from each signer, by tier: from its answers to this process.
    #: Orders and cancellations wait for it up to 1 s, and are 503 beyond that.
    venue_limits: tuple[TierStatus, ...]
