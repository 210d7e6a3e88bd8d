"""Orders of a service on the stream, and waits for them."""

import asyncio
import threading
import unittest
from typing import Any

from facts import until
from orders_test import ORDER
from service import API_KEY, BASE_URL, MARKET, WALLET_ID
from strikeline import (
    AsyncClient,
    Client,
    FillEvent,
    GoalMissed,
    NotFound,
    OrderEvent,
    OrdersStartEvent,
    StreamRejected,
    StrikelineError,
)
from strikeline.stream.order_watch import CLOSED

RESTING: dict[str, Any] = {"wallet_id": WALLET_ID, "slug": MARKET, "outcome": "Up", "side": "BUY"}
RESTING |= {"price": "0.01", "size": 5}


class FollowedOrders(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(BASE_URL, api_key=API_KEY, timeout=240)
        self.addCleanup(self.client.close)

    def test_until_confirmed(self) -> None:
        """an order is followed until the chain has confirmed it, as a wait and event by event"""
        events = self.client.stream.orders(wallets=[WALLET_ID])
        start = next(events)
        assert isinstance(start, OrdersStartEvent)
        topic = f"orders:{WALLET_ID}"
        self.assertEqual((start.topics, list(start.seqs)), ((topic,), [topic]))
        placed = self.client.orders.market(**ORDER)
        self.assertEqual(placed.wallet_id, WALLET_ID)
        order = self.client.orders.wait_until(placed, "confirmed", timeout_s=240)
        assert order.filled and order.settled
        self.assertEqual(order.filled.shares, order.settled.shares)
        states, seqs = [], []
        for event in events:
            assert isinstance(event, OrderEvent | FillEvent)
            seqs.append(event.seq)
            if isinstance(event, FillEvent) and event.fill.order_id == placed.order_id:
                states.append(event.fill.state)
            elif isinstance(event, OrderEvent) and event.order == order:
                break
        first = start.seqs[topic]
        self.assertEqual(seqs, list(range(first + 1, first + len(seqs) + 1)))
        self.assertEqual((states[0], states[-1]), ("matched", "confirmed"))
        # Another loop, which begins earlier, is told the same.
        again = self.client.stream.orders(wallets=[WALLET_ID], since=first)
        self.assertEqual([next(again).seq for _ in seqs], seqs)

    def test_refusals(self) -> None:
        """a loop over the wallet of somebody else is refused, and so is a wait for no order"""
        with self.assertRaises(StreamRejected) as caught:
            next(self.client.stream.orders(wallets=["5f0c1c9e-6f0e-4a53-9d5a-0f5f6d1b7c00"]))
        self.assertEqual(caught.exception.code, "forbidden")
        with self.assertRaises(NotFound):
            self.client.orders.wait_until("0x" + "1" * 64, "over", wallet_id=WALLET_ID)

    def test_closing_ends_waits(self) -> None:
        """closing the client ends a wait on another thread"""
        placed = self.client.orders.limit(**RESTING)
        raised: list[BaseException] = []

        def wait() -> None:
            try:
                self.client.orders.wait_until(placed, "over", timeout_s=1e6)
            except StrikelineError as error:
                raised.append(error)

        thread = threading.Thread(target=wait)
        thread.start()
        until(lambda: self.client.stream._thread is not None)
        self.client.close()
        thread.join(200)
        self.assertEqual([str(each) for each in raised], [CLOSED])
        self.assertNotIn("strikeline-stream", [each.name for each in threading.enumerate()])
        with Client(BASE_URL, api_key=API_KEY) as other:
            other.orders.cancel_one(placed.order_id, wallet_id=WALLET_ID)


class AsyncFollowedOrders(unittest.IsolatedAsyncioTestCase):
    async def test_several_waits(self) -> None:
        """several waits for one order end each at its own goal"""
        async with AsyncClient(BASE_URL, api_key=API_KEY, timeout=240) as client:
            placed = await client.orders.limit(**RESTING)
            waits = [
                asyncio.ensure_future(client.orders.wait_until(placed, goal, timeout_s=240))
                for goal in ("live", "over", "confirmed")
            ]
            self.assertEqual((await waits[0]).state, "live")
            await client.orders.cancel_one(placed.order_id, wallet_id=WALLET_ID)
            self.assertEqual((await waits[1]).state, "canceled")
            with self.assertRaises(GoalMissed) as caught:
                await waits[2]
            self.assertEqual(caught.exception.reason, "canceled")
