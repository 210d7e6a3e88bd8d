"""A connection that reconnects by itself, and the subscriptions that share it.

Two subscriptions with a common topic cannot share a connection: the service sends a topic once per
connection, and each subscription has its own position in it.
"""

import asyncio
import contextlib
import random
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NoReturn

from ..errors import StreamRejected, StrikelineError, UnexpectedAnswer
from .frames import HelloFrame, parse_frame
from .liveness import Liveness
from .conversation import ConnectionFault, Conversation
from .socket import abort, close_code, connection_errors, open_socket
from .subscription import Subscription
from .timing import Timing, retry_delay

#: The version of the protocol that this client speaks.
PROTOCOL = 1

#: The code with which a replay closes at its end, where nothing more will come.
CLOSE_OVER = 4000

#: How long a cancelled connection may say goodbye, in seconds: longer than its `close_timeout`.
CANCEL_AGAIN = 2.0


@dataclass(frozen=True, slots=True)
class StreamState:
    """The state of a connection, whenever it changes."""

    #: Counts from 1; most bots never need a second connection.
    connection: int
    state: Literal["connecting", "open", "reconnecting", "closed"]
    #: Of `open`: the service's clock.
    server_time: datetime | None = None
    #: Of `reconnecting`: why the connection ended, and the seconds until the next attempt.
    reason: str | None = None
    retry_in: float | None = None


@dataclass(frozen=True, slots=True)
class Destination:
    """Where to connect, and how to wait."""

    #: `ws://127.0.0.1:3000/api/v1/stream`
    address: str
    tls: ssl.SSLContext | None
    timing: Timing
    lockstep: bool = False


class StreamOver(Exception):
    """The replay is over."""


class ReconnectingConnection:
    """Connects when it is made, on the running event loop, until it is closed."""

    def __init__(
        self, number: int, destination: Destination, on_state: Callable[[StreamState], None]
    ) -> None:
        self._number = number
        self._destination = destination
        self._on_state = on_state
        self._subscriptions: list[Subscription] = []
        #: Set from `hello` until the connection ends.
        self._conversation: Conversation | None = None
        #: Set whenever there may be something to send.
        self._may_send = asyncio.Event()
        #: Failed attempts in a row, and connections in a row that ended by a fault of the service.
        self._failed = 0
        self._faults = 0
        self._task = asyncio.get_running_loop().create_task(self._run())

    @property
    def is_empty(self) -> bool:
        """Whether it has no subscriptions left."""
        return not self._subscriptions

    def has_room_for(self, subscription: Subscription) -> bool:
        """Whether no subscription here shares a topic with this one."""
        return not any(other.overlaps(subscription) for other in self._subscriptions)

    def add(self, subscription: Subscription) -> None:
        """Adds a subscription."""
        self._subscriptions.append(subscription)
        subscription.on_idle = self._may_send.set
        if self._conversation is not None:
            self._conversation.ask(subscription)
            self._may_send.set()

    def remove(self, subscription: Subscription) -> None:
        """Removes a subscription."""
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)
            if self._conversation is not None:
                self._conversation.leave(subscription)
                self._may_send.set()

    async def close(self) -> None:
        """Closes the connection."""
        # `asyncio.wait_for`, by which `websockets` connects, swallows a cancellation that comes
        # in the moment of its result, before Python 3.12.
        while not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task], timeout=CANCEL_AGAIN)
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        self._tell("connecting")
        try:
            while True:
                await self._connect_again()
        except StreamOver:
            self._finish()
        except StreamRejected as error:
            self._finish(error)
        except Exception as error:
            # A loop that waits for ever would hide a defect of this client.
            self._finish(StrikelineError(f"Cannot go on with the stream: {error!r}"))
            raise
        finally:
            self._tell("closed")

    async def _connect_again(self) -> None:
        """Makes one connection, waits for its end, and then for the time of the next attempt."""
        timing = self._destination.timing
        started = time.monotonic()
        is_fault = False
        try:
            await self._connect()
        except (ConnectionFault, UnexpectedAnswer) as fault:
            reason, is_fault = str(fault), True
        except connection_errors() as error:
            if close_code(error) == CLOSE_OVER:
                raise StreamOver from None
            reason = str(error) or type(error).__name__
        # Back off also from a service that accepts connections and then fails on each of them.
        was_long = self._conversation is not None and time.monotonic() - started > timing.retry_max
        self._conversation = None
        for subscription in self._subscriptions:
            subscription.disconnected()
        self._faults = self._faults + 1 if is_fault and not was_long else 0
        self._failed = max(self._failed, self._faults)
        delay = retry_delay(self._failed, timing, random.random())
        self._failed += 1
        self._tell("reconnecting", reason=reason, retry_in=delay)
        await asyncio.sleep(delay)

    async def _connect(self) -> NoReturn:
        """Serves one connection. Raises what ended it."""
        destination = self._destination
        timing = destination.timing
        async with asyncio.timeout(timing.connect_timeout):
            socket = await open_socket(destination.address, timing, destination.tls)
        try:
            async with asyncio.timeout(timing.connect_timeout):
                hello = _hello(await socket.recv())
            conversation = self._conversation = Conversation(hello, destination.lockstep)
            self._tell("open", server_time=hello.server_time)
            for subscription in self._subscriptions:
                conversation.ask(subscription)
            await self._serve(socket, conversation, Liveness(time.monotonic(), timing))
        except asyncio.CancelledError:
            with contextlib.suppress(*connection_errors()):
                await socket.close()
            raise
        finally:
            abort(socket)

    async def _serve(self, socket: Any, conversation: Conversation, liveness: Liveness) -> NoReturn:
        tasks = [
            asyncio.ensure_future(self._receive(socket, conversation, liveness)),
            asyncio.ensure_future(self._send(socket, conversation, liveness)),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            done.pop().result()
            raise AssertionError("the connection ended without a reason")
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _receive(
        self, socket: Any, conversation: Conversation, liveness: Liveness
    ) -> NoReturn:
        while True:
            data = await socket.recv()
            liveness.received(time.monotonic())
            conversation.received += 1
            frame = parse_frame(data)
            if frame is not None:
                conversation.take(frame)
                self._failed = 0
            self._may_send.set()

    async def _send(self, socket: Any, conversation: Conversation, liveness: Liveness) -> NoReturn:
        """Sends requests and pings, each when it is due."""
        silence = self._destination.timing.silence
        while True:
            self._may_send.clear()
            now = time.monotonic()
            action, check_at = liveness.check(now)
            if action == "give_up":
                raise TimeoutError(f"Nothing received for {silence:g} s")
            texts, wait = conversation.sendable(now)
            acknowledged = conversation.acknowledgement()
            if acknowledged is not None:
                texts.append(acknowledged)
            for text in [*texts, *(['{"op":"ping"}'] if action == "ping" else [])]:
                async with asyncio.timeout(silence):
                    await socket.send(text)
            sleep = check_at - now if wait is None else min(wait, check_at - now)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, sleep)):
                    await self._may_send.wait()

    def _finish(self, error: StrikelineError | None = None) -> None:
        for subscription in list(self._subscriptions):
            subscription.finish(error)

    def _tell(
        self,
        state: Literal["connecting", "open", "reconnecting", "closed"],
        *,
        server_time: datetime | None = None,
        reason: str | None = None,
        retry_in: float | None = None,
    ) -> None:
        told = StreamState(self._number, state, server_time, reason, retry_in)
        # Later, so that what the callback does or raises cannot disturb the connection.
        asyncio.get_running_loop().call_soon(self._on_state, told)


def _hello(data: object) -> HelloFrame:
    frame = parse_frame(data)
    if not isinstance(frame, HelloFrame):
        raise ConnectionFault("The service sent a frame before hello")
    if frame.protocol != PROTOCOL:
        raise StreamRejected(
            f"Cannot use version {frame.protocol} of the stream's protocol",
            code="protocol",
            hint="Use the client of the service's version",
        )
    return frame
