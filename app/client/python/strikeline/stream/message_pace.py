"""Keeps the messages of a connection within what the service takes."""

import math

from .frames import MessageLimits

#: The share of a burst that is used. The rest is for pings, and for what arrives bunched.
BURST_SHARE = 1 / 2


class MessagePace:
    """Paces messages: at first a burst, then as many as are earned each second."""

    def __init__(self, limits: MessageLimits) -> None:
        is_limited = limits.messages_per_sec > 0 and limits.message_burst > 0
        self._message_time = 1 / limits.messages_per_sec if is_limited else 0.0
        self._debt_max = max(1.0, limits.message_burst * BURST_SHARE) * self._message_time
        #: When every message sent so far is earned back.
        self._earned = -math.inf

    def spend(self, now: float) -> float:
        """Returns 0 and counts a message that may be sent now, or the seconds to wait."""
        earned = max(self._earned, now) + self._message_time
        early = earned - now - self._debt_max
        # Less than a millionth of a second is the rounding of floats.
        if early > 1e-6:
            return early
        self._earned = earned
        return 0.0
