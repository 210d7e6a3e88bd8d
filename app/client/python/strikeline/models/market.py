"""What the service sends about windows of the primary venue.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timezone

from .names import Asset, Interval

__all__ = [
    "AssetWindows",
    "IntervalWindows",
    "MarketWindow",
    "MarketWindows",
    "MarketWindowsByAsset",
]


@dataclass(frozen=True, slots=True)
class MarketWindow:
    """One window of one market."""

    #: First second of the window, unix seconds.
    timestamp_start: int
    #: Last second inside the window, unix seconds.
    timestamp_end: int
    start_iso: datetime
    end_iso: datetime
    #: Slug of the event on the primary venue.
    slug: str
    #: Page of the event on the primary venue.
    url: str


@dataclass(frozen=True, slots=True)
class IntervalWindows:
    """The windows of one interval that start on the day."""

    #: How many windows start on that day.
    count: int
    chronological_order: tuple[MarketWindow, ...]


@dataclass(frozen=True, slots=True)
class MarketWindows:
    """All windows of a UTC day."""

    now: datetime
    asset: Asset
    utc_date: date
    #: First second of the day.
    day_start_unix: int
    #: Last second of the day.
    day_end_unix: int
    intervals: tuple[Interval, ...]
    #: By canonical interval.
    data: Mapping[str, IntervalWindows]
    #: By canonical interval: the window that is open now and began before the day, so that `data`
    #: lacks it; else None.
    running: Mapping[str, MarketWindow | None]

    @property
    def day_start(self) -> datetime:
        """The instant of `day_start_unix`."""
        return datetime.fromtimestamp(self.day_start_unix, timezone.utc)


@dataclass(frozen=True, slots=True)
class AssetWindows:
    """The windows of an asset that start on the day."""

    asset: Asset
    utc_date: date
    #: First second of the day.
    day_start_unix: int
    #: Last second of the day.
    day_end_unix: int
    intervals: tuple[Interval, ...]
    #: By canonical interval.
    data: Mapping[str, IntervalWindows]
    #: By canonical interval: the window that is open now and began before the day, so that `data`
    #: lacks it; else None.
    running: Mapping[str, MarketWindow | None]


@dataclass(frozen=True, slots=True)
class MarketWindowsByAsset:
    """All windows of a UTC day of several assets."""

    now: datetime
    #: By asset, in the order requested.
    assets: Mapping[str, AssetWindows]
