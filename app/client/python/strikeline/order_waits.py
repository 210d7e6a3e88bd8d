"""Waiting until an order has come to where the bot wants it."""

import asyncio
import dataclasses
from typing import get_args

from ._core.goal import OrderGoal
from ._core.json_text import text
from ._core.settings import Settings
from ._io.async_runner import AsyncRunner
from ._io.methods import AsyncResource, SyncResource
from ._io.sync_runner import SyncRunner
from ._io.waiting import Wait
from .limit_orders import get
from .order_models import PlacedEntry, PlacedOrder, RefusedEntry, SentOrder
from .stream.async_stream import AsyncStream
from .stream.sync_stream import Stream

#: An order that was placed, or its hash.
AnyOrder = PlacedOrder | PlacedEntry | RefusedEntry | SentOrder | str

#: How long one question of a wait may take, in seconds.
QUESTION = 10.0


def _waited(
    order: AnyOrder, until: OrderGoal, wallet_id: str | None, timeout_s: float
) -> tuple[str, str]:
    """Returns the wallet and the hash of an order that is waited for."""
    order_id = order if isinstance(order, str) else order.order_id
    wallet = wallet_id or getattr(order, "wallet_id", None)
    if not order_id or not wallet:
        raise ValueError(f"Cannot wait for {order!r}: pass a placed order, or its id and wallet_id")
    if until not in get_args(OrderGoal):
        raise ValueError(f"Cannot wait until {until!r}: pass one of {get_args(OrderGoal)}")
    if not timeout_s > 0:
        raise ValueError(f"Cannot wait for {timeout_s!r} s: pass seconds above 0")
    return text("wallet_id", wallet).lower(), text("order_id", order_id)


def _patience(settings: Settings) -> Settings:
    """Returns the settings of a question: the wait repeats it itself."""
    return dataclasses.replace(settings, timeout=min(settings.timeout, QUESTION), retries=0)


class SyncWaits(SyncResource):
    """Waits for orders, of `Client`."""

    def __init__(self, runner: SyncRunner, stream: Stream) -> None:
        super().__init__(runner)
        self._stream = stream

    def wait_until(
        self,
        order: AnyOrder,
        until: OrderGoal,
        *,
        wallet_id: str | None = None,
        timeout_s: float = 60.0,
    ) -> SentOrder:
        """Waits until an order is `live`, `matched`, `over` or `confirmed`, and returns it then.

        `order` is what placing it returned; of an order from a list, or an id, pass `wallet_id`
        too. It listens on the stream, and asks every few seconds while that is interrupted.

        Raises `GoalMissed` if the order never comes there, `WaitTimeout` with what is known after
        `timeout_s` seconds, and an `ApiError` if the service refuses to say.
        """
        wallet, order_id = _waited(order, until, wallet_id, timeout_s)
        runner = SyncRunner(
            self._runner.transport, _patience(self._runner.settings), self._runner.around
        )

        async def ask() -> SentOrder:
            shown = await asyncio.to_thread(runner.run, get(order_id, wallet_id=wallet))
            return shown.order

        every, now = self._stream.ask_interval, runner.around.now
        return self._stream.wait(Wait(wallet, order_id, until, timeout_s, ask, every, now).run)


class AsyncWaits(AsyncResource):
    """Waits for orders, of `AsyncClient`."""

    def __init__(self, runner: AsyncRunner, stream: AsyncStream) -> None:
        super().__init__(runner)
        self._stream = stream

    async def wait_until(
        self,
        order: AnyOrder,
        until: OrderGoal,
        *,
        wallet_id: str | None = None,
        timeout_s: float = 60.0,
    ) -> SentOrder:
        """Waits until an order is `live`, `matched`, `over` or `confirmed`, and returns it then.

        `order` is what placing it returned; of an order from a list, or an id, pass `wallet_id`
        too. It listens on the stream, and asks every few seconds while that is interrupted.

        Raises `GoalMissed` if the order never comes there, `WaitTimeout` with what is known after
        `timeout_s` seconds, and an `ApiError` if the service refuses to say.
        """
        wallet, order_id = _waited(order, until, wallet_id, timeout_s)
        own = self._runner
        runner = AsyncRunner(own.transport, own.threads, _patience(own.settings), own.around)

        async def ask() -> SentOrder:
            return (await runner.run(get(order_id, wallet_id=wallet))).order

        every, now = self._stream.ask_interval, runner.around.now
        wait = Wait(wallet, order_id, until, timeout_s, ask, every, now)
        return await self._stream.wait(wait.run)
