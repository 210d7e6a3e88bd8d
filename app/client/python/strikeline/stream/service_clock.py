"""The service's clock, as its frames tell it."""

import time
from datetime import datetime


class ServiceClock:
    """Runs on with the machine's clock from the last instant that it was set to."""

    def __init__(self, now: datetime) -> None:
        self.set(now)

    def set(self, now: datetime) -> None:
        """Sets it to what a frame says."""
        self._ahead = now.timestamp() - time.monotonic()

    def now(self) -> float:
        """Returns its time, in unix seconds."""
        return time.monotonic() + self._ahead
