"""What is known of the service's limits, from the headers of its answers."""

import threading
from dataclasses import dataclass

from .call import Answer, Bucket
from .http_date import http_date


@dataclass(slots=True)
class _Known:
    remaining: int | None = None
    #: When the limit resets, in seconds of the caller's clock.
    resets_at: float = 0.0
    in_flight: int = 0


class RateLimits:
    """The state of each limit. Any monotonic clock; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[Bucket, _Known] = {}

    def begin(self, bucket: Bucket, now: float) -> float:
        """Returns 0 and counts a request, or the seconds after which to ask again."""
        with self._lock:
            known = self._known.setdefault(bucket, _Known())
            if known.remaining is not None and now >= known.resets_at:
                known.remaining = None
            if known.remaining is not None and known.remaining <= known.in_flight:
                return known.resets_at - now
            known.in_flight += 1
            return 0.0

    def end(self, bucket: Bucket, answer: Answer | None, now: float) -> None:
        """Takes the answer to a counted request, or None if there was none."""
        with self._lock:
            known = self._known[bucket]
            known.in_flight -= 1
            remaining, reset = (_header(answer, name) for name in ("remaining", "reset"))
            if remaining is None or reset is None or answer is None:
                return
            known.remaining = remaining
            known.resets_at = now + _seconds_until(reset, answer)


def _header(answer: Answer | None, name: str) -> int | None:
    text = answer.headers.get(f"x-ratelimit-{name}", "") if answer is not None else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


#: A reset further ahead is not believed: the service's clock differs from its `Date`, as in a
#: sandbox whose time runs fast. Then a 429 says how long to wait.
_BELIEVED_SECONDS_MAX = 300
#: Clocks tick apart: whoever comes exactly at the reset may be early.
_MARGIN_SECONDS = 0.1


def _seconds_until(reset: int, answer: Answer) -> float:
    """Returns the seconds until a unix second of the service's clock."""
    sent_at = http_date(answer.headers.get("date", ""))
    seconds = 0.0 if sent_at is None else reset - sent_at.timestamp() + _MARGIN_SECONDS
    return seconds if seconds <= _BELIEVED_SECONDS_MAX else 0.0
