"""A client of Strikeline for trading bots.

    from strikeline import Client

    client = Client("http://127.0.0.1:3000", api_key="sk_test_...")
    print(client.targets.active("btc"))

`AsyncClient` is the same for asyncio. What each call returns is described in `strikeline.models`,
and can be imported from the module of its part too: `strikeline.targets`, `strikeline.fees`, ...
"""

from ._version import VERSION as __version__
from .any_window import AnyWindow, window_of
from .async_client import AsyncClient
from .client import Client
from .errors import (
    ActionUncertain,
    ApiError,
    AuthenticationError,
    BadRequest,
    Conflict,
    ConnectionFailed,
    DeadlinePassed,
    GoalMissed,
    InternalError,
    MissingDependency,
    NotFound,
    OrderUncertain,
    PermissionDenied,
    RateLimited,
    ServiceUnavailable,
    StreamOverrun,
    StreamRejected,
    StrikelineError,
    UnexpectedAnswer,
    WaitTimeout,
)
from .stream.connection import StreamState
from .stream.events import (
    ClaimEvent,
    FeedEvent,
    FillEvent,
    GameEvent,
    GapEvent,
    MergeEvent,
    OrderEvent,
    OrdersStartEvent,
    SplitEvent,
    SpotEvent,
    StartEvent,
    TargetEvent,
    TwapEvent,
)
from .stream.live_window import LiveWindow
from .stream.options import StreamOptions
from .stream.timing import Timing

__all__ = [
    "ActionUncertain",
    "AnyWindow",
    "ApiError",
    "AsyncClient",
    "AuthenticationError",
    "BadRequest",
    "ClaimEvent",
    "Client",
    "Conflict",
    "ConnectionFailed",
    "DeadlinePassed",
    "FeedEvent",
    "FillEvent",
    "GameEvent",
    "GapEvent",
    "GoalMissed",
    "InternalError",
    "LiveWindow",
    "MergeEvent",
    "MissingDependency",
    "NotFound",
    "OrderEvent",
    "OrderUncertain",
    "OrdersStartEvent",
    "PermissionDenied",
    "RateLimited",
    "ServiceUnavailable",
    "SplitEvent",
    "SpotEvent",
    "StartEvent",
    "StreamOptions",
    "StreamOverrun",
    "StreamRejected",
    "StreamState",
    "StrikelineError",
    "TargetEvent",
    "Timing",
    "TwapEvent",
    "UnexpectedAnswer",
    "WaitTimeout",
    "__version__",
    "window_of",
]
