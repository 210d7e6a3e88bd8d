"""What the service sends about windows.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from .leg import Leg, LegBasis
from .names import Asset, Interval, Outcome, PriceSource

__all__ = [
    "ActiveWindow",
    "ActiveWindows",
    "OneWindow",
    "Window",
    "WindowClose",
    "WindowFee",
    "WindowMarket",
    "WindowPrice",
    "WindowResolution",
    "WindowTarget",
    "WindowToken",
    "WindowsPage",
]


@dataclass(frozen=True, slots=True)
class WindowTarget:
    #: In US dollars, with all digits of its source; None while `pending`.
    price: Decimal | None
    #: As of targets.
    source: PriceSource | None
    #: `pending`: not known yet, or not opened. `provisional`: a better source may still correct it,
    #: once. `final`: it never changes.
    state: Literal["pending", "provisional", "final"]
    #: When the number itself was made; None where nothing says it.
    at: datetime | None


@dataclass(frozen=True, slots=True)
class WindowPrice:
    """None while nothing new is known, and once the window has ended."""

    #: The newest number of the source that settles the window: the oracle's average or, for 1hour
    #: and daily, the exchange's trade.
    value: Decimal
    #: As of targets.
    source: PriceSource
    #: When the number itself was made: at most 10 s ago.
    at: datetime
    #: `value` less the target: above it is positive. None without a target.
    distance: Decimal | None
    #: The same in hundredths of a percent of the target, to four decimals.
    distance_bps: Decimal | None


@dataclass(frozen=True, slots=True)
class WindowFee:
    """As the venue publishes it for this market."""

    #: A fraction.
    rate: Decimal
    exponent: Decimal
    taker_only: bool


@dataclass(frozen=True, slots=True)
class WindowToken:
    name: str
    #: None until the market is deployed.
    token_id: str | None
    #: Highest price that is bid, USDC a share.
    best_bid: Decimal | None
    #: Shares bid there.
    bid_size: Decimal | None
    #: Lowest price that is asked, USDC a share.
    best_ask: Decimal | None
    #: Shares asked there.
    ask_size: Decimal | None
    #: When the book was so; None while it is not known.
    at: datetime | None


@dataclass(frozen=True, slots=True)
class WindowMarket:
    """None while the venue's is not known."""

    #: None until the market is deployed.
    condition_id: str | None
    #: None where the venue is not clear.
    protocol: Literal["v1", "v2"] | None
    #: Smallest step of a price, USDC.
    tick: Decimal | None
    #: Smallest order, shares.
    min_size: Decimal | None
    accepting_orders: bool
    fee: WindowFee | None
    #: Up, then Down.
    outcomes: tuple[WindowToken, ...]


@dataclass(frozen=True, slots=True)
class WindowClose:
    """The closing price, once it is final: by the source of the target."""

    #: In US dollars, with all digits of its source.
    price: Decimal
    #: As of targets.
    source: PriceSource
    #: When the number itself was made.
    at: datetime | None


@dataclass(frozen=True, slots=True)
class WindowResolution:
    """The venue's own, official one, once there is one."""

    outcome: Outcome
    #: When the venue resolved the market.
    at: datetime | None
    #: Who reported it, such as `CHAINLINK`.
    source: str | None


@dataclass(frozen=True, slots=True)
class Window:
    """A window."""

    asset: Asset
    interval: Interval
    #: First second of the window, unix seconds.
    start: int
    #: First second after the window, unix seconds.
    end: int
    start_iso: datetime
    end_iso: datetime
    #: Slug of the event on the primary venue.
    slug: str
    #: Page of the event on the primary venue.
    url: str
    #: Until `end`, and 0 from then on.
    seconds_left: int
    target: WindowTarget
    price: WindowPrice | None
    #: `stale`: the newest number is over 10 s old, or none of the window's.
    price_state: Literal["live", "stale"]
    market: WindowMarket | None
    close: WindowClose | None
    #: Equal prices are `up`, and of a day `tie`.
    outcome: Outcome | None
    resolution: WindowResolution | None
    #: Only if asked for: the market of each venue, the primary venue's first.
    legs: tuple[Leg, ...] = ()
    #: Only if legs are asked for: how far their targets are apart.
    basis: tuple[LegBasis, ...] = ()


@dataclass(frozen=True, slots=True)
class ActiveWindow:
    """An open window."""

    asset: Asset
    interval: Interval
    #: First second of the window, unix seconds.
    start: int
    #: First second after the window, unix seconds.
    end: int
    start_iso: datetime
    end_iso: datetime
    #: Slug of the event on the primary venue.
    slug: str
    #: Page of the event on the primary venue.
    url: str
    #: Until `end`, and 0 from then on.
    seconds_left: int
    target: WindowTarget
    price: WindowPrice | None
    #: `stale`: the newest number is over 10 s old, or none of the window's.
    price_state: Literal["live", "stale"]
    market: WindowMarket | None
    close: WindowClose | None
    #: Equal prices are `up`, and of a day `tie`.
    outcome: Outcome | None
    resolution: WindowResolution | None
    #: The window after it; None until a minute before that opens.
    next: Window | None
    #: Only if asked for: the market of each venue, the primary venue's first.
    legs: tuple[Leg, ...] = ()
    #: Only if legs are asked for: how far their targets are apart.
    basis: tuple[LegBasis, ...] = ()


@dataclass(frozen=True, slots=True)
class ActiveWindows:
    """The open windows."""

    now: datetime
    #: One of each series, assets first.
    data: tuple[ActiveWindow, ...]


@dataclass(frozen=True, slots=True)
class OneWindow:
    """One window by its slug."""

    now: datetime
    window: Window


@dataclass(frozen=True, slots=True)
class WindowsPage:
    """Past windows with their ends."""

    now: datetime
    #: Newest first.
    data: tuple[Window, ...]
    #: Send it as `cursor` for the next page; None on the last.
    next_cursor: str | None
