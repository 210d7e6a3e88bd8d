"""Orders through a cable that breaks: each is placed once, and its outcome is learned."""

import asyncio
import contextlib
import threading
import time
import unittest
from collections import Counter
from decimal import Decimal
from typing import Any

import service_control
from service_control import API_KEY, BASE_URL, DELAYED_MARKET, MARKET, WALLET_ID
from strikeline import (
    ApiError,
    AsyncClient,
    BadRequest,
    Client,
    Conflict,
    NotFound,
    OrderUncertain,
    PermissionDenied,
)

ORDER: dict[str, Any] = {
    "wallet_id": WALLET_ID,
    "slug": MARKET,
    "outcome": "Up",
    "side": "BUY",
    "amount": Decimal("2.00"),
    # Without a limit, two orders at once may want the same level of the book, which kills one.
    "limit_price": Decimal("0.90"),
}


class Orders(unittest.TestCase):
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

    def test_is_placed_once_though_the_service_dies(self) -> None:
        """orders during a kill of the service have one certain outcome each"""
        placed: dict[str, Any] = {}
        refused: dict[str, BadRequest] = {}

        def trade(name: str) -> None:
            with Client(BASE_URL, api_key=API_KEY, timeout=120) as client:
                slugs = (MARKET, DELAYED_MARKET, MARKET, DELAYED_MARKET)
                for index, slug in enumerate(slugs):
                    key = f"kill-{name}-{index}"
                    try:
                        order = {**ORDER, "slug": slug, "idempotency_key": key}
                        placed[key] = client.orders.market(**order)
                    except BadRequest as error:
                        # Killed before it was sent: the service knows for certain, and says so.
                        refused[key] = error

        threads = [threading.Thread(target=trade, args=(name,)) for name in ("one", "other")]
        for thread in threads:
            thread.start()
        service_control.kill()
        for thread in threads:
            thread.join()
        self.assertEqual(len(placed) + len(refused), 8)
        history = list(self.client.orders.iter_history(WALLET_ID, limit=200))
        ids = Counter(order.order_id for order in history)
        states: dict[str | None, list[str]] = {}
        for sent in history:
            states.setdefault(sent.idempotency_key, []).append(sent.state)
        for key, order in placed.items():
            self.assertEqual(ids[order.order_id], 1)
            self.assertIn(states[key], (["matched"],))
        for key, error in refused.items():
            self.assertEqual(states[key], ["refused"], error.message)

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

    def test_waits_for_the_venue(self) -> None:
        """an order that the venue holds back is asked for until its outcome is known"""
        order = self.client.orders.market(**{**ORDER, "slug": DELAYED_MARKET})
        self.assertEqual(self.placed(order.idempotency_key), 1)

    def test_refusals(self) -> None:
        """a refused order is an error that says what to do, at once"""
        refused: list[tuple[dict[str, Any], type[ApiError], str]] = [
            ({"slug": "no-such-market"}, NotFound, "no-such-market"),
            ({"outcome": "Sideways"}, NotFound, "Sideways"),
            ({"amount": Decimal("0.10")}, BadRequest, "0.1"),
            ({"limit_price": Decimal("0.0000001")}, BadRequest, "limitPrice"),
            ({"wallet_id": "00000000-0000-4000-8000-000000000000"}, PermissionDenied, "00000000"),
        ]
        for change, error, text in refused:
            with self.assertRaises(error) as caught:
                self.client.orders.market(**{**ORDER, **change})
            self.assertIn(text, caught.exception.message)
            self.assertTrue(caught.exception.hint)

    def test_a_key_is_one_order(self) -> None:
        """a key of another order is refused, and the same order written otherwise is the same"""
        order = self.client.orders.market(**ORDER)
        key = order.idempotency_key
        with self.assertRaises(Conflict):
            self.client.orders.market(**{**ORDER, "amount": Decimal("3")}, idempotency_key=key)
        same = self.client.orders.market(**{**ORDER, "amount": "2"}, idempotency_key=key)
        self.assertTrue(same.is_replayed)

    def test_amounts_arrive_exactly(self) -> None:
        """an amount reaches the service to the last digit"""
        for amount in ("2.00000001", "1234567.00000003", "5"):
            try:
                preview = self.client.orders.preview(**{**ORDER, "amount": Decimal(amount)})
                self.assertEqual(preview.order.amount, Decimal(amount))
            except BadRequest as error:
                self.assertGreater(Decimal(amount), 1_000)
                self.assertTrue(error.hint)

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

    def test_history_and_balance(self) -> None:
        """the history and the balance tell of an order"""
        before = self.client.wallets.balance(WALLET_ID)
        order = self.client.orders.market(**ORDER)
        after = self.client.wallets.balance(WALLET_ID)
        self.assertEqual(after.spent_today_usdc - before.spent_today_usdc, order.order.amount)
        [last] = self.client.orders.history(WALLET_ID, limit=1).data
        self.assertEqual((last.order_id, last.filled), (order.order_id, order.filled))
        assert order.filled.shares and order.filled.usdc and order.filled.average_price
        worth = order.filled.shares * order.filled.average_price
        self.assertLess(abs(worth - order.filled.usdc), Decimal("0.000001"))
        self.assertEqual(self.client.orders.cancel(WALLET_ID).canceled, ())
