"""How the stream waits: for the next attempt, between pings, and for signs of life."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """Delays and timeouts, in seconds."""

    #: The delay before the first attempt to reconnect. It doubles with every further attempt.
    first_retry: float = 0.1
    retry_max: float = 10.0
    #: The time within which a connection must open and receive its first frame.
    connect_timeout: float = 10.0
    ping_interval: float = 15.0
    #: A connection that receives nothing for so long, not even a pong, is replaced.
    silence: float = 20.0
    #: How often a wait for an order asks over HTTP while its stream is interrupted.
    ask_interval: float = 3.0


def retry_delay(failed: int, timing: Timing, random: float) -> float:
    """Returns the delay before the next attempt, after `failed` failures in a row.

    `random`, at least 0 and below 1, removes up to half of it, so that bots that lost the service
    together do not all come back at the same time.
    """
    longest = min(timing.retry_max, timing.first_retry * 2.0 ** min(failed, 30))
    return longest * (1 - random / 2)
