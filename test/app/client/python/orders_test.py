"""An order of a service: its outcome is learned."""

import unittest
from decimal import Decimal
from typing import Any

from service import API_KEY, BASE_URL, DELAYED_MARKET, MARKET, WALLET_ID
from strikeline import Client

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
    def test_waits_for_the_venue(self) -> None:
        """an order that the venue holds back is asked for until its outcome is known"""
        with Client(BASE_URL, api_key=API_KEY, timeout=120) as client:
            order = client.orders.market(**{**ORDER, "slug": DELAYED_MARKET})
            sent = client.orders.iter_history(WALLET_ID, limit=200)
            keys = [each.idempotency_key for each in sent]
            self.assertEqual(keys.count(order.idempotency_key), 1)
