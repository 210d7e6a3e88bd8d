"""The position of a loop in the windows of one series: which it saw, and of which more will come.

A window comes again and again until the venue has resolved it, and with its legs until their
results stand too, so that its start alone does not tell whether a frame is news. After a reconnect
the service replays how windows ended from the oldest on of which more is awaited; what the loop had
of them is dropped here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ..models.event import QuoteFrame, WindowFrame
from ..models.leg import Leg

#: The most windows of which more is awaited: those that are older stay as they are.
AWAITED_MAX = 12

#: A closed window that the venue has resolved ranks one higher.
RANKS: Mapping[str, int] = {"next": 0, "open": 1, "closed": 2}
OPEN, CLOSED, RESOLVED = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Seen:
    """How far a window was when the loop got it last, and what other venues said of it."""

    rank: int
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class Watching:
    """The loop saw windows of the series."""

    #: The start of the last one that closed; None before any.
    seq: int | None
    #: Those of which more will come, by start, with what the loop got of them.
    awaited: Mapping[int, Seen]

    @property
    def since(self) -> int | None:
        """The start after which the loop wants to know how windows ended."""
        starts = [each - 1 for each in self.awaited] + ([] if self.seq is None else [self.seq])
        return min(starts, default=None)


def take_window(
    watching: Watching, frame: WindowFrame | QuoteFrame, over_at: float | None
) -> tuple[Watching, WindowFrame | QuoteFrame | None]:
    """Takes a frame of the series. Returns the next position, and the frame if it is news.

    A closed window is news once, once more when the venue has resolved it after that, and at each
    change of its legs until their results stand. What ended by `over_at`, unix seconds, was over
    before the loop began.
    """
    awaited = dict(watching.awaited)
    if isinstance(frame, QuoteFrame):
        opened = awaited.get(frame.start)
        return watching, frame if opened is not None and opened.rank == OPEN else None
    start, phase, window = frame.seq, frame.phase, frame.window
    if phase not in RANKS:
        return watching, None
    last = awaited.get(start)
    rank = RESOLVED if phase == "closed" and window.resolution is not None else RANKS[phase]
    # The first leg is the venue's own, which ranks the window.
    legs = window.legs[1:]
    if last is None:
        is_old = over_at is not None and window.end <= over_at
        is_news = not is_old if watching.seq is None else start > watching.seq
    elif rank == last.rank:
        is_news = rank < CLOSED or legs != last.legs
    else:
        is_news = rank > last.rank
    if not is_news:
        return watching, None
    awaited[start] = Seen(rank, legs)
    if rank == RESOLVED and all(leg.outcome_state != "closed" for leg in legs):
        del awaited[start]
    if len(awaited) > AWAITED_MAX:
        del awaited[min(awaited)]
    head = watching.seq if rank < CLOSED else max(watching.seq or 0, start)
    return Watching(head, awaited), frame
