"""Describes the loops of the stream, for both clients."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from .._core.query import whole
from ..names import Asset, Interval, League
from .events import GamesEvent, OrdersEvent, SpotsEvent, TargetsEvent, TwapsEvent
from .live_window import LiveWindow
from .resume import Followed
from .topic import INTERVALS, canonical_names

E = TypeVar("E")
N = TypeVar("N", bound=str)

#: The wallets that fit into a message.
WALLETS_MAX = 80


@dataclass(frozen=True, slots=True)
class Loop(Generic[E]):
    """A loop over events of a kind."""

    followed: Followed
    needs_key: bool = False


def windows(
    asset: Asset | None = None,
    interval: Interval | None = None,
    *,
    assets: Iterable[Asset] | None = None,
    intervals: Iterable[Interval] | None = None,
    since: int | None = None,
    legs: bool = False,
) -> Loop[LiveWindow]:
    """Follows windows from roll to roll: of one series, or of all pairs of assets and intervals.

    Each comes a minute before it opens, while it is open, and closed once its close is known, and
    once more when the venue has resolved it: the whole window with its newest prices, at each
    change. Prices that came while the bot was busy are left out but for the newest. It begins with
    the open windows, or with how those ended that started after `since`, 288 of a series at most.
    With `legs` windows have `legs` and `basis`, the same window at other venues, and come at each
    change of another venue's too.
    """
    if asset is not None:
        assets = _one("asset", asset, assets)
    if interval is not None:
        intervals = _one("interval", interval, intervals)
    spans = canonical_names("intervals", INTERVALS if intervals is None else intervals)
    return Loop(Followed("windows", _all_or("assets", assets), spans, _checked(since), legs))


def spot(*, assets: Iterable[Asset] | None = None) -> Loop[SpotsEvent]:
    """Follows the exchange's newest trades. A bot that was busy gets the newest alone."""
    return Loop(Followed("spot", _all_or("assets", assets), ("",), None))


def targets(
    *,
    assets: Iterable[Asset] | None = None,
    intervals: Iterable[Interval] | None = None,
    since: int | None = None,
) -> Loop[TargetsEvent]:
    """Follows the target of every window as it opens; of all assets and intervals by default.

    It begins with the current targets, or with the event after the seq `since`.
    """
    spans = canonical_names("intervals", INTERVALS if intervals is None else intervals)
    return Loop(Followed("targets", _all_or("assets", assets), spans, _checked(since)))


def twap(
    *,
    assets: Iterable[Asset] | None = None,
    windows: Iterable[Literal[30, 60]] | None = None,
    since: int | None = None,
) -> Loop[TwapsEvent]:
    """Follows the oracle's average of every second, over 60 s by default: markets resolve on it."""
    spans = canonical_names("windows", (60,) if windows is None else windows)
    if not all(span.isascii() and span.isdigit() for span in spans):
        raise ValueError(f"Cannot follow windows {list(spans)}: pass seconds, such as [60]")
    return Loop(Followed("twap", _all_or("assets", assets), spans, _checked(since)))


def games(*, leagues: Iterable[League] | None = None, since: int | None = None) -> Loop[GamesEvent]:
    """Follows every change of games and of their listings; needs an API key.

    Without `since` the first event is a `StartEvent`: ask for the list after it, and put the games
    that follow over it, by `id`, to miss nothing.
    """
    followed = Followed("games", _all_or("leagues", leagues), ("",), _checked(since))
    return Loop(followed, needs_key=True)


def orders(*, wallets: Iterable[str], since: int | None = None) -> Loop[OrdersEvent]:
    """Follows every change of the orders and fills of these wallets; needs an API key.

    `wallets` are ids of wallets of the key's account, 80 at most. Without `since` the first event
    is an `OrdersStartEvent`; `since` is one seq for all wallets: use a loop for each where they
    differ.
    """
    ids = canonical_names("wallets", wallets)
    if len(ids) > WALLETS_MAX:
        raise ValueError(f"Cannot follow more than {WALLETS_MAX} wallets in one loop")
    return Loop(Followed("orders", ids, ("",), _checked(since)), needs_key=True)


def key_for(loop: Loop[Any], api_key: str | None) -> str | None:
    """Returns the key that a loop sends. Raises a `ValueError` if the client lacks it."""
    if loop.needs_key and api_key is None:
        channel = loop.followed.channel
        raise ValueError(f"Cannot follow {channel} without a key: pass api_key to the client")
    return api_key if loop.needs_key else None


def _one(option: str, name: N, names: Iterable[N] | None) -> list[N]:
    if names is not None:
        raise TypeError(f"Cannot follow {option} {name!r} beside {option}s: pass one of the two")
    return [name]


def _all_or(option: str, names: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if names is None else canonical_names(option, names)


def _checked(since: int | None) -> int | None:
    seq = whole(since)
    if seq is not None and (not isinstance(seq, int) or isinstance(seq, bool) or seq < 0):
        raise ValueError(f"Cannot begin after {since!r}: pass the seq of an event")
    return seq
