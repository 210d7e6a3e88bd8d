"""The position of a loop in the windows of one series: which it saw, and of which more will come.

A window comes again and again until the venue has resolved it, so that its start alone does not
tell whether a frame is news. After a reconnect the service replays how windows ended from the
oldest on of which more is awaited; what the loop had of them is dropped here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ..models.event import QuoteFrame, WindowFrame

#: The most windows of which more is awaited: those that are older stay as they are.
AWAITED_MAX = 12

RANKS: Mapping[str, int] = {"next": 0, "open": 1, "closed": 2}


@dataclass(frozen=True, slots=True)
class Watching:
    """The loop saw windows of the series."""

    #: The start of the last one that closed; None before any.
    seq: int | None
    #: Those of which more will come, by start, with the last phase that the loop got.
    awaited: Mapping[int, str]

    @property
    def since(self) -> int | None:
        """The start after which the loop wants to know how windows ended."""
        starts = [each - 1 for each in self.awaited] + ([] if self.seq is None else [self.seq])
        return min(starts, default=None)


def take_window(
    watching: Watching, frame: WindowFrame | QuoteFrame, over_at: float | None
) -> tuple[Watching, WindowFrame | QuoteFrame | None]:
    """Takes a frame of the series. Returns the next position, and the frame if it is news.

    A closed window is news once, and once more when the venue has resolved it after that. What
    ended by `over_at`, unix seconds, was over before the loop began.
    """
    awaited = dict(watching.awaited)
    if isinstance(frame, QuoteFrame):
        return watching, frame if awaited.get(frame.start) == "open" else None
    start, phase, window = frame.seq, frame.phase, frame.window
    if phase not in RANKS:
        return watching, None
    last = awaited.get(start)
    is_resolved = window.resolution is not None
    if last is None:
        is_old = over_at is not None and window.end <= over_at
        is_news = not is_old if watching.seq is None else start > watching.seq
    elif last == "closed":
        is_news = phase == "closed" and is_resolved
    else:
        is_news = RANKS[phase] >= RANKS[last]
    if not is_news:
        return watching, None
    awaited[start] = phase
    if phase == "closed" and is_resolved:
        del awaited[start]
    if len(awaited) > AWAITED_MAX:
        del awaited[min(awaited)]
    head = max(watching.seq or 0, start) if phase == "closed" else watching.seq
    return Watching(head, awaited), frame
