"""The windows of a day, with their slugs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone

from ._core.call import Call
from ._core.describe import get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .names import Asset, Interval


@dataclass(frozen=True, slots=True)
class MarketWindow:
    """One window of one market."""

    #: The first and the last second inside the window, unix seconds.
    timestamp_start: int
    timestamp_end: int
    start_iso: datetime
    end_iso: datetime
    #: The event on the primary venue, and its page.
    slug: str
    url: str


@dataclass(frozen=True, slots=True)
class IntervalWindows:
    """The windows of one interval that start on the day."""

    count: int
    chronological_order: tuple[MarketWindow, ...]


@dataclass(frozen=True, slots=True)
class MarketWindows:
    """The windows of one asset on one UTC day."""

    now: datetime
    asset: Asset
    utc_date: date
    #: The first and the last second of the day, unix seconds.
    day_start_unix: int
    day_end_unix: int
    intervals: tuple[Interval, ...]
    #: By interval.
    data: Mapping[str, IntervalWindows]

    @property
    def day_start(self) -> datetime:
        """The first second of the day."""
        return datetime.fromtimestamp(self.day_start_unix, timezone.utc)


def timestamps(
    asset: Asset | None = None,
    *,
    intervals: Sequence[Interval] | None = None,
    date: date | str | None = None,
) -> Call[MarketWindows]:
    """Returns the windows of a UTC day.

    `asset` is btc by default, `intervals` all five, `date` today.
    """
    parameters = {"asset": asset, "intervals": intervals, "date": date}
    return get("/api/v1/markets/timestamps", MarketWindows, parameters)


class Markets(SyncResource):
    """The windows of a day, of `Client`."""

    timestamps = sync(timestamps)


class AsyncMarkets(AsyncResource):
    """The windows of a day, of `AsyncClient`."""

    timestamps = asynchronous(timestamps)
