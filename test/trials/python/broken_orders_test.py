"""Orders through a cable that breaks: each is placed once, and its outcome is learned."""

import asyncio
import contextlib
import time
import unittest

import service_control
from orders_test import ORDER
from service import API_KEY, BASE_URL, DELAYED_MARKET, MARKET, WALLET_ID
from strikeline import AsyncClient, Client, OrderUncertain


class BrokenOrders(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(BASE_URL, api_key=API_KEY, timeout=120)
        self.addCleanup(self.client.close)

    def placed(self, key: str) -> int:
        """Returns how many orders were placed with a key."""
        sent = self.client.orders.iter_history(WALLET_ID, limit=200)
        return sum(order.idempotency_key == key for order in sent)

    def test_is_placed_once(self) -> None:
        """an order whose answer is lost is placed once, and its answer says so"""
        for count in (0, 1, 100, 400):
            # A new connection each time: the cable breaks them all.
            service_control.cut_after(count)
            order = self.client.orders.market(**ORDER)
            self.assertEqual(self.placed(order.idempotency_key), 1)
            self.assertEqual(order.status, "matched")
            self.assertEqual(order.order.amount, 2)

    def test_goes_on(self) -> None:
        """an order that ran out of time goes on with its key, and is placed once"""
        service_control.cut_after(0)
        impatient = self.client.with_options(timeout=1.5)
        with self.assertRaises(OrderUncertain) as caught:
            service_control.delay(3_000)
            try:
                impatient.orders.market(**ORDER)
            finally:
                service_control.delay(0)
        key = caught.exception.idempotency_key
        order = self.client.orders.market(**ORDER, idempotency_key=key)
        self.assertEqual((order.idempotency_key, self.placed(key)), (key, 1))
        again = self.client.orders.market(**ORDER, idempotency_key=key)
        self.assertEqual((again.order_id, again.is_replayed), (order.order_id, True))

    def test_a_cancelled_call_may_have_placed_its_order(self) -> None:
        """an order whose call was cancelled goes on with the key that was passed"""

        async def cancelled() -> None:
            async with AsyncClient(BASE_URL, api_key=API_KEY) as client:
                # The venue takes a second to answer this one.
                order = {**ORDER, "slug": DELAYED_MARKET, "idempotency_key": key}
                call = asyncio.ensure_future(client.orders.market(**order))
                await asyncio.sleep(0.3)
                call.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await call
                placed = await client.orders.market(**order)
                self.assertEqual(placed.idempotency_key, key)

        key = f"cancelled-{time.time_ns()}"
        asyncio.run(cancelled())
        self.assertEqual(self.placed(key), 1)
