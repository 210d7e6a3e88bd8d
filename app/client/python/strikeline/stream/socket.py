"""The WebSocket of a connection: the package `websockets`, of version 10.4 or later."""

import importlib
import inspect
import ssl
from typing import Any

from ..errors import MissingDependency
from .timing import Timing

#: A game with all of its listings has some kilobytes.
FRAME_BYTES_MAX = 8 * 1024 * 1024


def import_websockets() -> Any:
    """Returns the package. Raises `MissingDependency` where it is not installed."""
    try:
        return importlib.import_module("websockets")
    except ImportError:
        raise MissingDependency(
            "Cannot open a stream without the package websockets: "
            'pip install "websockets>=10.4"'
        ) from None


def connection_errors() -> tuple[type[BaseException], ...]:
    """Returns what a broken or refused connection raises."""
    exceptions = importlib.import_module("websockets.exceptions")
    return (OSError, EOFError, TimeoutError, exceptions.WebSocketException)


def close_code(error: BaseException) -> int | None:
    """Returns the code with which the service closed, if this is why a connection ended."""
    return getattr(getattr(error, "rcvd", None), "code", None)


async def open_socket(address: str, timing: Timing, tls: ssl.SSLContext | None) -> Any:
    """Opens a WebSocket. The client sends its own pings, which the service answers with frames."""
    options: dict[str, Any] = {} if tls is None else {"ssl": tls}
    connect = import_websockets().connect
    # From version 15 on it takes a proxy from the environment, which the calls do not use either.
    if "proxy" in inspect.signature(connect).parameters:
        options["proxy"] = None
    return await connect(
        address,
        open_timeout=timing.connect_timeout,
        close_timeout=1,
        ping_interval=None,
        max_size=FRAME_BYTES_MAX,
        compression=None,
        **options,
    )


def abort(socket: Any) -> None:
    """Drops a connection without a goodbye, which a broken one would not answer."""
    transport = getattr(socket, "transport", None)
    if transport is not None:
        transport.abort()
