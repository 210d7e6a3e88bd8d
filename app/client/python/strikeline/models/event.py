"""What the service sends about what happens, event by event.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from typing import Literal

from .game import Game
from .names import Asset, GapReason, Interval, PriceSource, Provider
from .window import Window, WindowPrice

__all__ = [
    "FeedEvent",
    "GameEvent",
    "GapEvent",
    "QuoteFrame",
    "QuotedOutcome",
    "SpotEvent",
    "TargetEvent",
    "TwapEvent",
    "WindowFrame",
]


@dataclass(frozen=True, slots=True)
class WindowFrame:
    """A window that is about to open, has changed, or is over.

    The whole window, at subscribing and at each change of what is no price: a minute before it
    opens, as it opens, as its target is known, as its close and outcome are, and as the venue
    resolves it.
    """

    type: Literal["window"]
    #: `windows:<asset>:<interval>`.
    topic: str
    #: The window's start, in unix seconds.
    seq: int
    #: `next` from a minute before it opens, `open`, `closed` once its close is known.
    phase: Literal["next", "open", "closed"]
    window: Window


@dataclass(frozen=True, slots=True)
class QuotedOutcome:
    name: str
    #: Highest price that is bid, USDC a share.
    best_bid: Decimal | None
    #: Shares bid there.
    bid_size: Decimal | None
    #: Lowest price that is asked, USDC a share.
    best_ask: Decimal | None
    #: Shares asked there.
    ask_size: Decimal | None


@dataclass(frozen=True, slots=True)
class QuoteFrame:
    """The newest prices of an open window.

    At most ten a second of a topic. Each replaces the one before: a client that is behind gets the
    newest alone, and no frame tells of those that were left out.
    """

    type: Literal["quote"]
    #: `windows:<asset>:<interval>`.
    topic: str
    #: The window's start, in unix seconds.
    start: int
    price: WindowPrice | None
    #: Up, then Down.
    outcomes: tuple[QuotedOutcome, ...]
    #: When the prices were so, by the service's clock.
    at: datetime


@dataclass(frozen=True, slots=True)
class TargetEvent:
    """The target of a window that has opened.

    Final, and sent once a socket, unless it is `provisional`.
    """

    type: Literal["target"]
    #: `targets:<asset>:<interval>`.
    topic: str
    #: The window's start, unix seconds.
    seq: int
    asset: Asset
    market_type: Interval
    provider: Provider
    source: PriceSource
    #: Target (opening) price in US dollars.
    price: Decimal
    #: First second of the window, unix seconds.
    window_start: int
    #: First second after the window, unix seconds.
    window_end: int
    #: Slug of the event on the primary venue.
    slug: str
    #: Page of the event on the primary venue.
    url: str
    #: `window_start` as a date and time.
    window_start_iso: datetime
    #: When this frame was created.
    published_at: datetime
    #: Milliseconds from the window's start to `published_at`.
    delay_ms: int
    #: Only the venue's site has published the price: it may still be corrected, once.
    provisional: bool = False
    #: Replaces the target that was sent under this `seq`.
    corrects: bool = False

    @property
    def window_end_at(self) -> datetime:
        """The instant of `window_end`."""
        return datetime.fromtimestamp(self.window_end, timezone.utc)


@dataclass(frozen=True, slots=True)
class TwapEvent:
    """The oracle's average at a second. As the oracle signed it; never computed by the service."""

    type: Literal["twap"]
    #: `twap:<asset>:<seconds averaged over>`.
    topic: str
    #: The observed second, unix seconds.
    seq: int
    asset: Asset
    #: The pair, such as `btc/usd`.
    symbol: str
    #: The look-back of the average.
    window_seconds: Literal[30, 60]
    #: The average in US dollars.
    value: Decimal
    #: The same times 10^18.
    value_e18: int
    #: The observed second.
    observed_at: datetime
    #: Always the oracle's own average.
    source: Literal["oracle_twap"]


@dataclass(frozen=True, slots=True)
class SpotEvent:
    """The exchange's newest trade of an asset.

    At most ten a second. Each replaces the one before: there is no `seq`, and no `gap` tells of
    those that were left out.
    """

    type: Literal["spot"]
    #: `spot:<asset>`.
    topic: str
    asset: Asset
    #: Price of the trade in US dollars, with all its digits.
    price: Decimal
    #: When it was traded, by the exchange's clock.
    at: datetime
    #: Always the exchange's own trade: of its spot market, or of its futures where it trades the
    #: asset only there.
    source: Literal["aggTrades"]


@dataclass(frozen=True, slots=True)
class GameEvent:
    """A changed game, complete.

    As `GET /api/v1/games` returns it with `include=platforms,coverage`.
    """

    type: Literal["game"]
    #: `games:<league>`.
    topic: str
    #: The number under which this state of the game is stored: the same on every replica. Numbers
    #: in between belong to other leagues, or to games that have changed again.
    seq: int
    game: Game


@dataclass(frozen=True, slots=True)
class GapEvent:
    """Events that will not arrive: every seq from `from_seq` to `to_seq`, both included.

    Of games: those whose last change is in this range; ask for them over HTTP. Of orders: ask for
    those of the wallet, and their fills.
    """

    type: Literal["gap"]
    #: `windows:<asset>:<interval>`, `targets:<asset>:<interval>`, `twap:<asset>:<seconds averaged
    #: over>`, `spot:<asset>`, `games:<league>` or `orders:<wallet id>`.
    topic: str
    #: The first `seq` that is missing.
    from_seq: int
    #: The last `seq` that is missing.
    to_seq: int
    reason: GapReason


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """The state of the connection to a provider, when it changes.

    Sent to subscribers of that provider's topics; after `subscribed` unless it is healthy.
    """

    type: Literal["feed"]
    #: The provider of the prices of your topics.
    provider: Provider
    #: `degraded`: the provider's own stream is interrupted and requests replace it, so frames come
    #: later. `down`: nothing is received at all.
    state: Literal["healthy", "degraded", "down"]
    #: When the state began.
    since: datetime
