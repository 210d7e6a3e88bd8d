"""Whether a connection is alive: when to send a ping, and when to give up."""

import math
from typing import Literal

from .timing import Timing


class Liveness:
    """The signs of life of a connection. Times are seconds of any monotonic clock."""

    def __init__(self, now: float, timing: Timing) -> None:
        self._timing = timing
        self._received = now
        self._last_ping = now
        #: When the first unanswered ping was sent.
        self._unanswered: float | None = None

    def received(self, now: float) -> None:
        """Notes that something was received."""
        self._received = now
        self._unanswered = None

    def check(self, now: float) -> tuple[Literal["ping", "give_up", "nothing"], float]:
        """Returns what to do now, and when to check again."""
        if now >= self._deadline():
            return "give_up", math.inf
        action: Literal["ping", "nothing"] = "nothing"
        if now >= self._last_ping + self._timing.ping_interval:
            action = "ping"
            self._last_ping = now
            self._unanswered = now if self._unanswered is None else self._unanswered
        return action, min(self._last_ping + self._timing.ping_interval, self._deadline())

    def _deadline(self) -> float:
        """Silence counts only while a ping is unanswered: timers run late when a machine slept."""
        if self._unanswered is None:
            return math.inf
        silence = self._timing.silence
        grace = max(0.0, silence - self._timing.ping_interval)
        return max(self._received + silence, self._unanswered + grace)
