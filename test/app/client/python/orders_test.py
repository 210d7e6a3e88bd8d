"""Orders of a service: what is asked arrives exactly, and its outcome is learned."""

import unittest
from decimal import Decimal
from typing import Any

from service import API_KEY, BASE_URL, DELAYED_MARKET, MARKET, WALLET_ID
from strikeline import (
    ApiError,
    BadRequest,
    Client,
    Conflict,
    NotFound,
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
