"""What every window has, wherever the service tells of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from .models.event import TargetEvent
from .models.history import HistoryItem, MarketHistory
from .models.market import MarketWindow
from .models.target import ActiveTarget, BatchTarget, TargetAt
from .models.window import ActiveWindow, Window
from .stream.service_clock import ServiceClock

#: A target, a window, or an item of a list of windows: each spells its bounds in its own way.
ToldWindow = (
    ActiveTarget
    | ActiveWindow
    | BatchTarget
    | HistoryItem
    | MarketHistory
    | MarketWindow
    | TargetAt
    | TargetEvent
    | Window
)


@dataclass(frozen=True, slots=True)
class AnyWindow:
    """A window: its event on the primary venue, its bounds, and the time that is left."""

    #: The event on the primary venue, and its page.
    slug: str
    url: str
    #: The first second, and the first second after it, unix seconds.
    start: int
    end: int
    _clock: Callable[[], float] = field(repr=False, compare=False)

    def seconds_left(self, now: datetime | None = None) -> float:
        """Returns the seconds until its end, never below 0: by the service's clock, or at `now`."""
        at = self._clock() if now is None else now.timestamp()
        return round(max(0.0, self.end - at), 3)


def window_of(told: ToldWindow, now: datetime) -> AnyWindow:
    """Returns the window of a target, of an answer with one, of a stream's target, or of a list.

    `now` is that of the answer, or the `published_at` of an event: the time left runs on from
    there.
    """
    if isinstance(told, Window | ActiveWindow):
        start, end = told.start, told.end
    elif isinstance(told, MarketWindow | HistoryItem):
        # Lists have the last second inside a window.
        start, end = told.timestamp_start, told.timestamp_end + 1
    else:
        start, end = told.window_start, told.window_end
    return AnyWindow(told.slug, told.url, start, end, ServiceClock(now).now)
