"""How patient a client is."""

import math
from dataclasses import dataclass
from typing import TypedDict


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a client. Times are seconds."""

    #: How long a call may take altogether, with its retries and waits.
    timeout: float = 60.0
    #: How long one attempt may take. A long history takes the service up to 20 s.
    attempt_timeout: float = 30.0
    #: How often a reading call is repeated at most. Orders are repeated until `timeout`.
    retries: int = 4
    #: Whether to wait where the limit is known to be reached. Otherwise a call raises
    #: `RateLimited`; it does too if the limit does not reset within `timeout`.
    wait_for_limits: bool = True

    def __post_init__(self) -> None:
        for name in ("timeout", "attempt_timeout"):
            seconds = getattr(self, name)
            is_number = isinstance(seconds, int | float)
            if not (is_number and seconds > 0 and math.isfinite(seconds)):
                raise ValueError(f"Cannot use {name} {seconds!r}: pass seconds above 0")
        if not isinstance(self.retries, int) or self.retries < 0:
            raise ValueError(f"Cannot use retries {self.retries!r}: pass 0 or more")


class SettingsChange(TypedDict, total=False):
    """Settings to change; see `Settings`."""

    timeout: float
    attempt_timeout: float
    retries: int
    wait_for_limits: bool
