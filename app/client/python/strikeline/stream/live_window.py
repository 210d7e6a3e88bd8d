"""A window with its newest prices and what a bot computes from them."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from ..any_window import AnyWindow
from ..models.event import QuoteFrame, WindowFrame
from ..models.leg import Leg, LegBasis
from ..models.window import (
    Window,
    WindowClose,
    WindowMarket,
    WindowPrice,
    WindowResolution,
    WindowTarget,
    WindowToken,
)
from ..names import Asset, Interval, Outcome

WindowPhase = Literal["next", "open", "closed"]


@dataclass(frozen=True, slots=True)
class LiveWindow(AnyWindow):
    """A window as it was when the loop took it, with the fields of `windows.get`.

    Two of them are methods here: the time left runs on, and `outcome` finds one of the sides.
    """

    #: `next` from a minute before it opens, then `open`, and `closed` with its close.
    phase: WindowPhase
    asset: Asset
    interval: Interval
    start_iso: datetime
    end_iso: datetime
    target: WindowTarget
    price: WindowPrice | None
    price_state: Literal["live", "stale"]
    market: WindowMarket | None
    close: WindowClose | None
    resolution: WindowResolution | None
    #: How it ended, by target and close; None before both are final.
    result: Outcome | None
    #: The same window at each venue, and how far their targets are apart, if asked for with `legs`.
    legs: tuple[Leg, ...] = ()
    basis: tuple[LegBasis, ...] = ()

    @property
    def distance(self) -> Decimal | None:
        """The live price less the target, in US dollars; None while either is not known."""
        return None if self.price is None else self.price.distance

    def outcome(self, name: str) -> WindowToken | None:
        """Returns a side, such as `Up`, in any case; None while the market is not known."""
        outcomes = () if self.market is None else self.market.outcomes
        return next((one for one in outcomes if one.name.casefold() == name.casefold()), None)

    def mid(self, name: str) -> Decimal | None:
        """Returns the middle of the best prices of a side, in USDC; None without both."""
        best = self._best(name)
        return None if best is None else (best[0] + best[1]) / 2

    def spread(self, name: str) -> Decimal | None:
        """Returns the best ask less the best bid of a side, in USDC; None without both."""
        best = self._best(name)
        return None if best is None else best[1] - best[0]

    def _best(self, name: str) -> tuple[Decimal, Decimal] | None:
        side = self.outcome(name)
        if side is None or side.best_bid is None or side.best_ask is None:
            return None
        return side.best_bid, side.best_ask


#: The fields that both have.
_SHARED = tuple(
    each.name
    for each in dataclasses.fields(LiveWindow)
    if each.name in {own.name for own in dataclasses.fields(Window)}
)


def live_window(frame: WindowFrame, clock: Callable[[], float]) -> LiveWindow:
    """Makes a window of what the service says of it. `clock` shows its time, unix seconds."""
    window = frame.window
    shared = {name: getattr(window, name) for name in _SHARED}
    return LiveWindow(phase=frame.phase, result=window.outcome, _clock=clock, **shared)


def with_quote(frame: WindowFrame, quote: QuoteFrame) -> WindowFrame:
    """Puts newer prices into what was said of a window."""
    window = frame.window
    quotes = {each.name: each for each in quote.outcomes}

    def quoted(token: WindowToken) -> WindowToken:
        newer = quotes.get(token.name)
        if newer is None:
            return token
        is_known = newer.best_bid is not None or newer.best_ask is not None
        prices = {each.name: getattr(newer, each.name) for each in dataclasses.fields(newer)}
        return dataclasses.replace(token, **prices, at=quote.at if is_known else None)

    market = window.market and dataclasses.replace(
        window.market, outcomes=tuple(map(quoted, window.market.outcomes))
    )
    merged = dataclasses.replace(
        window,
        price=quote.price,
        price_state="stale" if quote.price is None else "live",
        market=market,
    )
    return dataclasses.replace(frame, window=merged)


class WindowMerge:
    """The last of each window of a loop that is not over, by topic and start."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, WindowFrame]] = {}

    def take(self, frame: WindowFrame | QuoteFrame) -> WindowFrame | None:
        """Takes news of a window. Returns the whole of it; None for prices of an unknown one."""
        known = self._known.setdefault(frame.topic, {})
        if isinstance(frame, QuoteFrame):
            last = known.get(frame.start)
            if last is None:
                return None
            whole = with_quote(last, frame)
        else:
            whole = frame
        known[whole.seq] = whole
        # Prices come of the open window alone, and none is needed of those before it.
        if whole.phase == "closed":
            del known[whole.seq]
        if whole.phase == "open":
            for other in [each for each in known if each < whole.seq]:
                del known[other]
        return whole
