"""Reading from a socket until a deadline, however the sender divides what it sends."""

import io
import socket
import time
from typing import Any


class TimedSocket:
    """What `http.client` reads an answer from."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Returns what is received, to be read in binary."""
        return io.BufferedReader(_TimedReader(self._sock, self._deadline))


class _TimedReader(io.RawIOBase):
    """Reads of a socket, of which each gets what is left of the time."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline
        # It keeps the socket open for itself, also where the connection gives it up.
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(seconds_left(self._deadline))
        count: int | None = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


def seconds_left(deadline: float) -> float:
    """Returns the seconds until an instant of the monotonic clock, or raises a `TimeoutError`."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return left
