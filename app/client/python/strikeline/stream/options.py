"""What a stream and its loops can be told."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .connection import StreamState
from .timing import Timing


def _ignore(_: StreamState) -> None:
    """Does nothing with a state."""


@dataclass(frozen=True, slots=True)
class StreamOptions:
    """The options of the stream of a client."""

    #: The events that each loop can buffer before it raises `StreamOverrun`.
    events_max: int = 10_000
    #: Has the clock of a replay at the speed `max` wait until every loop asks for its next event,
    #: so that two runs of a bot are alike. A loop must not wait for what comes later before it
    #: does. Changes nothing elsewhere.
    lockstep: bool = False
    #: Called whenever a connection opens, breaks or closes. For `Client`, on the stream's thread.
    on_state: Callable[[StreamState], None] = _ignore
    #: Delays and timeouts, mostly for tests.
    timing: Timing = field(default_factory=Timing)

    def __post_init__(self) -> None:
        if self.events_max < 1:
            raise ValueError(f"Cannot use events_max {self.events_max!r}: pass 1 or more")
