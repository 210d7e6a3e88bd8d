"""Sends requests over kept connections, with the standard library alone."""

import contextlib
import functools
import http.client
import os
import selectors
import socket
import ssl
import struct
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from .._core.call import Answer, Request
from .._core.verdict import NoAnswer
from .decoded_body import BODY_BYTES_MAX, decoded_body
from .timed_reader import TimedSocket, seconds_left

CHUNK_BYTES = 1024 * 1024
#: Idle connections that are kept for the next requests.
IDLE_MAX = 8
#: Connections at the same time; further requests wait for one.
CONNECTIONS_MAX = 64


@dataclass(frozen=True, slots=True)
class Address:
    """Where the service is."""

    scheme: str
    host: str
    port: int | None
    #: What stands before every path, without a slash at its end.
    prefix: str

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"


def parse_address(base_url: str) -> Address:
    """Reads an address such as `http://127.0.0.1:3000`. Raises a `ValueError` for others."""
    hint = f"Cannot connect to {base_url!r}: give an address such as http://127.0.0.1:3000"
    if not isinstance(base_url, str):
        raise TypeError(hint)
    try:
        url = urlsplit(base_url)
        port = url.port
        # As it is looked up and sent. A name that has no such form is a `ValueError` too.
        host = (url.hostname or "").encode("idna").decode()
    except ValueError:
        raise ValueError(hint) from None
    has_more = url.query or url.fragment or url.username is not None
    is_sendable = all("!" <= each <= "~" for each in host + url.path)
    if url.scheme not in ("http", "https") or not url.hostname or has_more or not is_sendable:
        raise ValueError(hint)
    return Address(url.scheme, url.hostname, port, url.path.rstrip("/"))


class Abort:
    """Ends an exchange from another thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._is_aborted = False

    def watch(self, sock: socket.socket | None) -> None:
        """Names the socket of the exchange; None once it is over."""
        with self._lock:
            self._socket = sock
            if self._is_aborted:
                self._end()

    def abort(self) -> None:
        """Ends the exchange, now or when it begins."""
        with self._lock:
            self._is_aborted = True
            self._end()

    def _end(self) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


class Transport:
    """A pool of connections to one address. Safe to use from several threads."""

    def __init__(
        self, address: Address, tls: ssl.SSLContext | None, headers: Mapping[str, str]
    ) -> None:
        self._address = address
        self._tls = tls
        self._headers = headers
        self._lock = threading.Lock()
        self._idle: list[http.client.HTTPConnection] = []
        self._process = os.getpid()
        self._is_closed = False
        self._free = threading.BoundedSemaphore(CONNECTIONS_MAX)

    def exchange(
        self, request: Request, timeout: float, abort: Abort | None = None
    ) -> Answer | NoAnswer:
        """Sends a request and returns its answer within `timeout` seconds."""
        deadline = time.monotonic() + timeout
        if not self._free.acquire(timeout=timeout):
            why = f"Cannot send the request: {CONNECTIONS_MAX} others are waiting for answers"
            return NoAnswer(why, was_sent=False)
        try:
            return self._exchange(request, deadline, abort or Abort())
        finally:
            self._free.release()

    def close(self) -> None:
        """Closes the idle connections; others close when their answers have come."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _exchange(self, request: Request, deadline: float, abort: Abort) -> Answer | NoAnswer:
        connection = self._idle_connection() or self._new_connection()
        was_sent = False
        try:
            connection.timeout = seconds_left(deadline)
            if connection.sock is None:
                connection.connect()
            abort.watch(connection.sock)
            connection.sock.settimeout(seconds_left(deadline))
            was_sent = True
            headers = {"accept-encoding": "gzip", **self._headers, **request.headers}
            target = self._address.prefix + request.target
            connection.request(request.method, target, request.body, headers)
            answer = _receive(connection, deadline)
        except (OSError, http.client.HTTPException) as error:
            _reset(connection)
            doing = "get an answer from" if was_sent else "connect to"
            return NoAnswer(f"Cannot {doing} {self._address}: {_reason(error)}", was_sent)
        except BaseException:
            _reset(connection)
            raise
        finally:
            abort.watch(None)
        self._keep(connection)
        return answer

    def _idle_connection(self) -> http.client.HTTPConnection | None:
        while True:
            with self._lock:
                if not self._idle:
                    # From here on, all that is kept belongs to this process.
                    self._process = os.getpid()
                    return None
                connection = self._idle.pop()
                # After a fork both processes have it: each would read the other's answers.
                is_inherited = self._process != os.getpid()
            if not is_inherited and _is_open(connection):
                return connection
            connection.close()

    def _new_connection(self) -> http.client.HTTPConnection:
        host, port = self._address.host, self._address.port
        if self._tls is None:
            return http.client.HTTPConnection(host, port)
        return http.client.HTTPSConnection(host, port, context=self._tls)

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if connection.sock is not None and not self._is_closed and len(self._idle) < IDLE_MAX:
                self._idle.append(connection)
                return
        connection.close()


def default_tls() -> ssl.SSLContext:
    """Returns what verifies the service's certificate and name."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _receive(connection: http.client.HTTPConnection, deadline: float) -> Answer:
    # Each read, also of the headers, gets what is left of the time: no slow sender stretches it.
    response_class: Any = functools.partial(_timed_response, deadline)
    connection.response_class = response_class
    response = connection.getresponse()
    if response.status < 200:
        # What it announces would be taken for the answer to the next request.
        raise http.client.HTTPException(f"the answer has the interim status {response.status}")
    if response.length is None and not response.chunked:
        # The headers may be cut off, and then the body would be taken for empty.
        raise http.client.HTTPException("the answer does not say how long it is")
    chunks: list[bytes] = []
    size = 0
    while chunk := response.read1(CHUNK_BYTES):
        size += len(chunk)
        if size > BODY_BYTES_MAX:
            raise http.client.HTTPException(f"the answer is longer than {BODY_BYTES_MAX} bytes")
        chunks.append(chunk)
    # Without this the connection would wait for more of an answer that is complete.
    response.close()
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)
    headers = {name.lower(): value for name, value in response.getheaders()}
    body = b"".join(chunks)
    # An answer without a body may name the coding that it would have.
    coding = headers.get("content-encoding", "identity") if body else "identity"
    return Answer(response.status, headers, decoded_body(body, coding, BODY_BYTES_MAX))


def _timed_response(
    deadline: float, sock: socket.socket, **options: Any
) -> http.client.HTTPResponse:
    timed: Any = TimedSocket(sock, deadline)
    return http.client.HTTPResponse(timed, **options)


def _is_open(connection: http.client.HTTPConnection) -> bool:
    """Whether an idle connection can be used: one that the service closed can be read."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return not selector.select(0)


def _reset(connection: http.client.HTTPConnection) -> None:
    """Drops a connection with everything that was not sent yet, so that nothing arrives late."""
    if connection.sock is not None:
        with contextlib.suppress(OSError):
            linger = struct.pack("hh" if hasattr(selectors, "KqueueSelector") else "ii", 1, 0)
            connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    connection.close()


def _reason(error: Exception) -> str:
    text = str(error) or type(error).__name__
    return "it took too long" if isinstance(error, TimeoutError) else text
