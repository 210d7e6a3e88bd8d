"""A wait for an order, whose stream and questions are the test's."""

import asyncio
import time
from typing import Any
from unittest.mock import patch

from facts import until_so
from fake_service import order_frame
from strikeline import OrderEvent, OrdersStartEvent
from strikeline._core.decode import decode
from strikeline._io.waiting import Wait
from strikeline.orders import SentOrder
from strikeline.stream.frames import SubscribedFrame
from strikeline.stream.loops import orders
from strikeline.stream.order_watch import OrderWatches
from strikeline.stream.subscription import Subscription

TOPIC = "orders:w"
START = OrdersStartEvent("start", (TOPIC,), {TOPIC: 7})


def order_in(state: str, filled: Any = "0", settled: Any = "0", **more: Any) -> SentOrder:
    """Returns an order in a state, with the shares of what it has filled and of what is settled."""
    fills = {
        name: None if shares == "none" else {"shares": shares, "usdc": None, "averagePrice": None}
        for name, shares in (("filled", filled), ("settled", settled))
    }
    row = order_frame(TOPIC, 0, state=state, **fills, **more)["order"]
    return decode(SentOrder, row)


class Waiter:
    """A wait whose stream and questions are the test's; a question is repeated at once."""

    def __init__(self, goal: Any, *, timeout_s: float = 1e9, ask_every: float = 0.0) -> None:
        self.ahead = 0.0
        self.questions: list[asyncio.Future[SentOrder]] = []
        self.loops: list[Subscription] = []
        self.watches = OrderWatches(self._begin)
        now = lambda: time.monotonic() + self.ahead
        wait = Wait("w", "0x1", goal, timeout_s, self._ask, ask_every, now)
        with patch("strikeline.stream.order_watch.import_websockets"):
            self.task = asyncio.ensure_future(wait.run(self.watches))

    def _begin(self, wallet_id: str, wake: Any) -> Subscription:
        followed = orders(wallets=[wallet_id]).followed
        self.loops.append(Subscription(followed, key="k", events_max=99, wake=wake))
        return self.loops[-1]

    async def _ask(self) -> SentOrder:
        self.questions.append(asyncio.get_running_loop().create_future())
        return await self.questions[-1]

    @property
    def loop(self) -> Subscription:
        return self.loops[0]

    def connect(self) -> None:
        """Answers the subscription."""
        self.loop.subscribed(
            SubscribedFrame("subscribed", "orders", (TOPIC,), None, None, {TOPIC: 7})
        )

    def tell(self, order: SentOrder) -> None:
        """Sends what the order is now."""
        last = self.loop._resume.last_seqs()[TOPIC]
        self.loop.take(OrderEvent("order", TOPIC, last + 1, order))

    async def asked(self, count: int) -> asyncio.Future[SentOrder]:
        """Returns a question once it is asked; 1 is the first."""
        await until_so(lambda: len(self.questions) >= count)
        return self.questions[count - 1]

    async def failure(self) -> Any:
        """Returns what the wait raises, once it has left everything."""
        await asyncio.wait([self.task])
        await until_so(lambda: all(each.done() for each in self.questions))
        assert self.loop.is_over and self.watches._loops == {}
        return self.task.exception()


def waiter(goal: Any, **options: Any) -> Any:
    """Returns a wait that has begun to follow its wallet."""

    async def begun() -> Waiter:
        with patch("strikeline.stream.order_watch.import_websockets"):
            waiting = Waiter(goal, **options)
            await until_so(lambda: waiting.loops)
        return waiting

    return begun()
