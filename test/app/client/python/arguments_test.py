"""What a caller may pass, and that an error names the rest before anything is sent."""

import unittest
import uuid
from collections.abc import Callable
from datetime import date
from decimal import Decimal

from attempts import ORDER
from strikeline import AsyncClient, Client
from strikeline.fees import event_by_id
from strikeline.games import list as list_games
from strikeline.markets import timestamps
from strikeline.orders import market, preview
from strikeline.stream import loops
from strikeline.targets import active, at
from strikeline.wallets import balance

URL = "http://127.0.0.1:1"
KEY = "sk_test_x"
ID = uuid.UUID(int=7)


class Arguments(unittest.TestCase):
    def refuses(self, call: Callable[[], object], said: str) -> None:
        """Expects an error that begins with `Cannot` and says this."""
        with self.assertRaises((TypeError, ValueError)) as caught:
            call()
        self.assertRegex(str(caught.exception), f"^Cannot .*{said}")

    def test_the_key_may_come_second(self) -> None:
        """a client takes its address and its key in that order, or by name"""
        for kind in (Client, AsyncClient):
            for client in (kind(URL, KEY), kind(base_url=URL, api_key=KEY)):
                self.assertEqual(client._setup.transport._headers["x-api-key"], KEY)

    def test_of_clients(self) -> None:
        """an address, a key and settings of another type are refused"""
        for url in (None, b"http://x", 3000):
            self.refuses(lambda: Client(url), "give an address such as http")
        for key in (7, b"sk_test_x"):
            self.refuses(lambda: Client(URL, key), "api_key: pass the text of the key")
        for seconds in ("5", None, float("nan"), 0):
            self.refuses(lambda: Client(URL, timeout=seconds), f"timeout {seconds!r}: pass seconds")
            self.refuses(lambda: Client(URL, attempt_timeout=seconds), "attempt_timeout")
        for retries in ("5", None, 1.5, -1):
            self.refuses(lambda: Client(URL, retries=retries), f"retries {retries!r}: pass")

    def test_of_requests(self) -> None:
        """an instant with a fraction, or an object where text belongs, is refused and named"""
        for instant in (1_795_000_000.5, Decimal("1795000000.5"), b"1795000000", {}):
            self.refuses(lambda: at("btc", "5min", instant), r"timestamp .*pass a whole number")
        self.refuses(lambda: balance(ID), "walletId UUID")
        self.refuses(lambda: active("btc", types=5.5), "types 5.5")
        self.refuses(lambda: event_by_id(160693249), "eventId 160693249: pass text")
        for right in (timestamps("btc", date=date(2026, 1, 1)), list_games(league=("nba", "nfl"))):
            self.assertRegex(right.request.target, "date=2026-01-01|league=nba%2Cnfl")

    def test_of_orders(self) -> None:
        """whatever of an order is no text is refused and named"""
        for name in ("wallet_id", "slug", "outcome", "side", "order_type", "event_slug"):
            for describe in (market, preview):
                self.refuses(lambda: describe(**{**ORDER, name: ID}), f"{name} UUID.*: pass text")
        said = f'idempotency_key UUID.*: pass text, such as "{ID}"'
        self.refuses(lambda: market(**ORDER, idempotency_key=ID), said)

    def test_of_loops(self) -> None:
        """a loop over one name asks for a list of it"""
        self.refuses(lambda: loops.twap(windows=60), r"windows 60: pass a list, such as \[60\]")
        self.refuses(lambda: loops.targets(assets="btc"), r'assets "btc": pass a list')
