"""What the service sends about targets.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from typing import Literal

from .names import Asset, Interval, PriceSource, Provider

__all__ = [
    "ActiveTarget",
    "ActiveTargets",
    "ActiveTargetsByAsset",
    "AssetTargets",
    "BatchTarget",
    "Disputed",
    "Evidence",
    "KlineEvidence",
    "OtherEvidence",
    "PublishedEvidence",
    "RelayEvidence",
    "RelayPoint",
    "ReportEvidence",
    "TargetAt",
    "TargetBatch",
    "TradeEvidence",
]


@dataclass(frozen=True, slots=True)
class ActiveTarget:
    """The target of one interval's current window."""

    market_type: Interval
    ok: bool
    #: First second of the window, unix seconds.
    window_start: int
    #: First second after the window, unix seconds.
    window_end: int
    #: Slug of the event on the primary venue.
    slug: str
    #: Page of the event on the primary venue.
    url: str
    window_start_iso: datetime
    #: Where the price was found, or the provider that was asked.
    source: str
    #: Target (opening) price in US dollars.
    price: Decimal | None
    #: Only the venue's site has the price yet, and its metadata may correct it, once. Absent: it is
    #: final.
    provisional: bool = False
    #: Why there is no price; only if not `ok`.
    error: str | None = None


@dataclass(frozen=True, slots=True)
class ActiveTargets:
    """Targets of the open windows."""

    now: datetime
    asset: Asset
    results: tuple[ActiveTarget, ...]


@dataclass(frozen=True, slots=True)
class AssetTargets:
    """The targets of an asset's open windows."""

    asset: Asset
    results: tuple[ActiveTarget, ...]


@dataclass(frozen=True, slots=True)
class ActiveTargetsByAsset:
    """Targets of the open windows of several assets."""

    now: datetime
    #: By asset, in the order requested.
    assets: Mapping[str, AssetTargets]


@dataclass(frozen=True, slots=True)
class Disputed:
    """The price of another source that differs by more than the rounding of a double."""

    #: The source of the other price.
    source: Literal["report", "relay", "site", "metadata"]
    #: Its price.
    price: Decimal


@dataclass(frozen=True, slots=True)
class ReportEvidence:
    """A report signed by the oracle."""

    kind: Literal["report"]
    #: `spot`, `twap_30` or `twap_60`.
    stream: str
    #: The oracle's id of the stream.
    feed_id: str
    #: First second the report covers.
    valid_from_sec: int
    #: Last second the report covers.
    observed_sec: int
    #: The price times 10^18.
    price_e18: int
    #: The signed report, hex.
    full_report: str
    #: Prices of other sources that differ by more than the rounding of a double; absent if none
    #: does.
    disputed: tuple[Disputed, ...] = ()

    @property
    def observed_at(self) -> datetime:
        """The instant of `observed_sec`."""
        return datetime.fromtimestamp(self.observed_sec, timezone.utc)


@dataclass(frozen=True, slots=True)
class TradeEvidence:
    """An aggregate trade of the exchange."""

    kind: Literal["trade"]
    #: `spot` or `futures`.
    market: str
    #: The exchange's symbol.
    symbol: str
    #: The exchange's aggregate trade id.
    trade_id: int
    #: Unix milliseconds.
    traded_at_ms: int
    #: Decimal text as the exchange sent it.
    price: Decimal
    #: Decimal text as the exchange sent it.
    quantity: Decimal

    @property
    def traded_at(self) -> datetime:
        """The instant of `traded_at_ms`."""
        return datetime.fromtimestamp(self.traded_at_ms / 1000, timezone.utc)


@dataclass(frozen=True, slots=True)
class KlineEvidence:
    """A candle of the exchange."""

    kind: Literal["kline"]
    #: `spot` or `futures`.
    market: str
    #: The exchange's symbol.
    symbol: str
    #: The candle's interval, such as `1h`.
    kline_interval: str
    #: `open` or `close`: the price that was used.
    field: str
    #: The candle as the exchange sent it.
    row: tuple[str | Decimal, ...]
    #: The file of the exchange's public archive that has the candle; absent if it came from the
    #: REST interface.
    archive: str | None = None


@dataclass(frozen=True, slots=True)
class RelayPoint:
    """The point as the venue sent it."""

    #: The venue's name of the pair.
    symbol: str
    #: Unix milliseconds: the window's first second.
    timestamp: int
    #: The price.
    full_accuracy_value: Decimal
    #: The look-back of the average.
    window_seconds: int
    #: Who computed the average, according to the venue.
    source: str


@dataclass(frozen=True, slots=True)
class RelayEvidence:
    """A point of the venue's relay: the oracle's own number, without its signature."""

    kind: Literal["relay"]
    point: RelayPoint
    #: The number of its frame on the connection.
    seq: int
    received_at: datetime
    is_signed_by_oracle: bool
    #: Prices of other sources that differ by more than the rounding of a double; absent if none
    #: does.
    disputed: tuple[Disputed, ...] = ()


@dataclass(frozen=True, slots=True)
class PublishedEvidence:
    """A price that the primary venue publishes for the window."""

    kind: Literal["published"]
    #: Where the venue publishes it.
    by: Literal["venue_site", "venue_metadata"]
    #: The double that the venue wrote.
    price: Decimal
    received_at: datetime
    #: True until the venue's metadata agree: they may correct the price, once.
    provisional: bool
    #: The price at the window's end, if the venue published it.
    final_price: Decimal | None = None
    #: Prices of other sources that differ by more than the rounding of a double; absent if none
    #: does.
    disputed: tuple[Disputed, ...] = ()


@dataclass(frozen=True, slots=True)
class OtherEvidence:
    """Evidence of a kind that this version of the client does not know."""

    kind: str


Evidence = (
    ReportEvidence
    | TradeEvidence
    | KlineEvidence
    | RelayEvidence
    | PublishedEvidence
    | OtherEvidence
)


@dataclass(frozen=True, slots=True)
class TargetAt:
    """The target at an instant."""

    now: datetime
    asset: Asset
    market_type: Interval
    provider: Provider
    #: The requested instant, unix seconds.
    requested_timestamp: int
    requested_timestamp_iso: datetime
    #: First second of the window, unix seconds.
    window_start: int
    #: First second after the window, unix seconds.
    window_end: int
    #: Slug of the event on the primary venue.
    slug: str
    #: Page of the event on the primary venue.
    url: str
    source: PriceSource
    #: Target (opening) price in US dollars.
    price: Decimal
    #: Only the venue's site has the price yet, and its metadata may correct it, once. Absent: it is
    #: final.
    provisional: bool = False
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class BatchTarget:
    """The target of one asset. If not `ok`, `error` says why it has no price."""

    asset: Asset
    ok: bool
    #: First second of the window, unix seconds.
    window_start: int
    #: First second after the window, unix seconds.
    window_end: int
    #: Slug of the event on the primary venue.
    slug: str
    #: Page of the event on the primary venue.
    url: str
    #: Where the price was found, or the provider that was asked.
    source: str
    #: Target (opening) price in US dollars.
    price: Decimal | None
    #: Only the venue's site has the price yet, and its metadata may correct it, once. Absent: it is
    #: final.
    provisional: bool = False
    #: Why there is no price; only if not `ok`.
    error: str | None = None


@dataclass(frozen=True, slots=True)
class TargetBatch:
    """The targets of several assets at an instant."""

    now: datetime
    market_type: Interval
    provider: Provider
    #: The requested instant, unix seconds.
    requested_timestamp: int
    requested_timestamp_iso: datetime
    results: tuple[BatchTarget, ...]
