"""What a price is proven by: the provider's own message."""

from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from typing import Literal


@dataclass(frozen=True, slots=True)
class Disputed:
    """The price of another source that differs by more than the rounding of a double."""

    source: Literal["report", "relay", "site", "metadata"]
    price: Decimal


@dataclass(frozen=True, slots=True)
class ReportEvidence:
    """A report signed by the oracle."""

    kind: Literal["report"]
    #: `spot`, `twap_30` or `twap_60`.
    stream: str
    feed_id: str
    #: The first and the last second that the report covers, unix seconds.
    valid_from_sec: int
    observed_sec: int
    #: The price times 10^18.
    price_e18: int
    #: The signed report, hex.
    full_report: str
    disputed: tuple[Disputed, ...] = ()

    @property
    def observed_at(self) -> datetime:
        """The last second that the report covers."""
        return datetime.fromtimestamp(self.observed_sec, timezone.utc)


@dataclass(frozen=True, slots=True)
class TradeEvidence:
    """An aggregate trade of the exchange."""

    kind: Literal["trade"]
    #: `spot` or `futures`.
    market: str
    symbol: str
    trade_id: int
    #: Unix milliseconds.
    traded_at_ms: int
    price: Decimal
    quantity: Decimal

    @property
    def traded_at(self) -> datetime:
        """When it was traded."""
        return datetime.fromtimestamp(self.traded_at_ms / 1000, timezone.utc)


@dataclass(frozen=True, slots=True)
class KlineEvidence:
    """A candle of the exchange."""

    kind: Literal["kline"]
    #: `spot` or `futures`.
    market: str
    symbol: str
    #: Such as `1h`.
    kline_interval: str
    #: `open` or `close`: the price that was used.
    field: str
    #: The candle as the exchange sent it.
    row: tuple[str | Decimal, ...]
    #: The file of the exchange's archive that has it. None: it came from the REST interface.
    archive: str | None = None


@dataclass(frozen=True, slots=True)
class RelayPoint:
    """A point as the venue sent it."""

    symbol: str
    #: Unix milliseconds: the window's first second.
    timestamp: int
    full_accuracy_value: Decimal
    window_seconds: int
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
    disputed: tuple[Disputed, ...] = ()


@dataclass(frozen=True, slots=True)
class PublishedEvidence:
    """A price that the primary venue publishes for the window."""

    kind: Literal["published"]
    by: Literal["venue_site", "venue_metadata"]
    price: Decimal
    received_at: datetime
    #: True until the venue's metadata agree: they may correct the price, once.
    provisional: bool
    #: The price at the window's end, if the venue published it.
    final_price: Decimal | None = None
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
