"""Waits until an order has come to where the caller wants it.

The order is asked for once its wallet is followed, and from then on each of its changes arrives:
there is no moment that neither sees. While the stream is interrupted the order is asked for again
and again.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from .._core.goal import OrderGoal, progress_of
from ..errors import ApiError, GoalMissed, StrikelineError, WaitTimeout
from ..models.order import SentOrder
from ..stream.events import Event, OrderEvent, WalletEvent
from ..stream.order_watch import CLOSED, OrderWatches

#: How long the stream may take before the order is asked for without it, in seconds.
START = 1.0


@dataclass(frozen=True, slots=True)
class Wait:
    """What is waited for, and how."""

    wallet_id: str
    order_id: str
    goal: OrderGoal
    timeout_s: float
    #: Asks for the order.
    ask: Callable[[], Awaitable[SentOrder]]
    #: How often to ask while the stream is interrupted, in seconds.
    ask_every: float
    #: Seconds of a monotonic clock.
    now: Callable[[], float]

    async def run(self, watches: OrderWatches) -> SentOrder:
        """Returns the order once it has come there."""
        return await _Waiting(self).run(watches)


class _Waiting:
    def __init__(self, wait: Wait) -> None:
        self._wait = wait
        self._woken = asyncio.Event()
        self._known: SentOrder | None = None
        self._reached: SentOrder | None = None
        self._error: Exception | None = None
        self._cause: Exception | None = None
        #: Whether something may have changed that no event tells of.
        self._must_ask = True
        self._question: asyncio.Task[None] | None = None
        self._deadline = wait.now() + wait.timeout_s
        self._ask_at = wait.now() + min(START, wait.ask_every, wait.timeout_s / 2)

    async def run(self, watches: OrderWatches) -> SentOrder:
        watch = watches.join(self._wait.wallet_id, self._take)
        try:
            # Whoever joins others gets no start event.
            if watch.is_live:
                self._ask_at = self._wait.now()
            while self._reached is None:
                self._woken.clear()
                rest = self._next(watch.is_live, watches.is_closed)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(rest):
                        await self._woken.wait()
            return self._reached
        finally:
            watch.leave()
            if self._question is not None:
                self._question.cancel()

    def _next(self, is_live: bool, is_closed: bool) -> float:
        """Asks if it is time. Returns for how long to wait then."""
        wait, now = self._wait, self._wait.now()
        if self._error is not None:
            raise self._error
        if is_closed:
            raise StrikelineError(CLOSED)
        left = self._deadline - now
        if left <= 0:
            late = WaitTimeout(wait.order_id, wait.goal, wait.timeout_s, self._known)
            raise late from self._cause
        if self._question is not None or not (self._must_ask or not is_live):
            return min(left, wait.ask_every)
        if now < self._ask_at:
            return min(left, self._ask_at - now)
        self._must_ask = False
        self._ask_at = now + wait.ask_every
        self._question = asyncio.ensure_future(self._ask())
        return min(left, wait.ask_every)

    def _take(self, event: Event | None) -> None:
        if not isinstance(event, WalletEvent):
            self._must_ask = True
            self._ask_at = self._wait.now()
        elif not isinstance(event, OrderEvent):
            # It says nothing of an order's state.
            return
        elif event.order.order_id == self._wait.order_id:
            self._known = event.order
            self._judge(event.order)
        self._woken.set()

    async def _ask(self) -> None:
        before = self._known
        try:
            order = await self._wait.ask()
            # An event that came meanwhile may be later than the answer.
            if self._known is before:
                self._known = order
            self._cause = None
            self._judge(order)
        except StrikelineError as error:
            self._must_ask = True
            self._cause = error
            if _is_refusal(error) and self._error is None:
                self._error = error
        except Exception as error:
            self._error = error
        finally:
            self._question = None
            self._woken.set()

    def _judge(self, order: SentOrder) -> None:
        if self._reached is not None or self._error is not None:
            return
        progress = progress_of(order, self._wait.goal)
        if progress == "reached":
            self._reached = order
        elif progress != "open":
            self._error = GoalMissed(self._wait.goal, progress, order)


def _is_refusal(error: StrikelineError) -> bool:
    """Whether asking again is no use. What stands between may refuse too, and then has no code."""
    if not isinstance(error, ApiError) or error.code is None:
        return False
    return error.status < 500 and error.status != 429
