"""Every call against the service, by both clients."""

import asyncio
import inspect
import time
import unittest
from collections.abc import Callable
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

from service import API_KEY, BASE_URL, MARKET, WALLET_ID
from strikeline import AsyncClient, Client
from strikeline.orders import LimitOrder

HOUR = 3_600
#: Lists that may have nothing in them.
MAYBE_EMPTY = ("orders.iter_open", "games.iter", "positions.iter_claims")
PARTS = (
    "targets windows markets history timeseries twap spot books fees account orders wallets "
    "positions games teams leagues venue2 service"
)


def arguments(now: int, order_id: str = "0x1") -> dict[str, tuple[tuple[Any, ...], dict[str, Any]]]:
    """Returns arguments of every call, all of them where the service takes them together."""
    window = now // 300 * 300
    past = datetime.fromtimestamp(now - 2 * HOUR, timezone.utc)
    order = {"wallet_id": WALLET_ID, "slug": MARKET, "outcome": "Up", "side": "BUY"}
    order |= {"amount": Decimal("5.00"), "order_type": "FAK", "limit_price": Decimal("0.9")}
    order |= {"event_slug": "process-event", "settled_only": False}
    limit = {"slug": MARKET, "outcome": "Up", "side": "BUY", "price": "0.01", "size": 5}
    limit["event_slug"] = "process-event"
    terms = {**limit, "order_type": "GTD", "expires_at": now + HOUR, "post_only": False}
    terms["settled_only"] = False
    life = {"wallet_id": WALLET_ID, **limit, "order_type": "GTC", "life_s": 600}
    batch = [LimitOrder(**terms, idempotency_key=key) for key in ("batched-1", "batched-2")]
    # Of a window that does not end meanwhile.
    pairs = {"wallet_id": WALLET_ID, "slug": f"btc-updown-5m-{window + 300}", "size": "2.50"}
    trade = {"making_amount": "5", "taking_amount": "10.25", "event_slug": "process-event"}
    days = {"day": past.date(), "tz": "America/New_York", "days": 2, "limit": 200}
    windows: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
        "market": (
            ("btc", "5min", past),
            {"evidence": True, "include_outcome_meta": True, "include_resolution": True},
        ),
        "range": (
            ("btc", "15min", past, now - HOUR),
            {"include_outcome_meta": True, "include_resolution": True},
        ),
    }
    return {
        "targets.active": (("eth",), {"types": ["5min", "15min"]}),
        "targets.active_by_asset": ((["btc", "eth"],), {"types": ["5min"]}),
        "targets.at": (("btc", "5min", window), {"evidence": True}),
        "targets.batch": (("5min", past), {"assets": ["btc", "eth"]}),
        "windows.active": ((["btc"], ["15min"]), {"include": ["legs"]}),
        "windows.get": ((f"btc-updown-5m-{now - now % 300}",), {"include": ["legs"]}),
        "windows.list": (
            ("btc",),
            {"interval": "5min", "from_": past, "to": now, "limit": 2, "include": ["legs"]},
        ),
        "windows.iter": (("btc",), {"interval": "5min", "from_": now - HOUR, "limit": 8}),
        "windows.basis": (("btc",), {"interval": "15min", "from_": past, "to": now}),
        "markets.timestamps": (("sol",), {"intervals": ["4hour"], "date": past.date()}),
        "markets.timestamps_by_asset": (
            (["sol"],),
            {"intervals": ["4hour"], "date": past.date()},
        ),
        **{f"history.{name}": given for name, given in windows.items()},
        **{f"timeseries.{name}": given for name, given in windows.items()},
        "history.exchange_range": (
            ("btc", "1hour", now - 5 * HOUR, now - 2 * HOUR),
            {"mode": "market", "include_outcome_meta": True},
        ),
        "twap.latest": (("btc",), {"window": 60}),
        "spot.get": (("btc",), {}),
        "books.get": ((MARKET, "Up"), {"depth": 5, "trades": 3}),
        "fees.event_by_slug": (("process-event",), {}),
        "fees.event_by_id": (("880000",), {}),
        "fees.estimate": ((), {**trade, "side": "BUY"}),
        "fees.legacy_estimate": ((), {**trade, "side": "BUY"}),
        "account.details": ((), {}),
        "wallets.balance": ((WALLET_ID,), {}),
        "wallets.guard": ((WALLET_ID,), {}),
        "wallets.set_guard": ((WALLET_ID, 0), {"venue": False}),
        "orders.market": ((), {**order, "idempotency_key": f"calls-{time.time_ns()}"}),
        "orders.preview": ((), order),
        "orders.limit": ((), {**life, "idempotency_key": f"limit-{time.time_ns()}"}),
        "orders.preview_limit": ((), {"wallet_id": WALLET_ID, **terms}),
        "orders.batch": ((WALLET_ID, batch), {}),
        "orders.replace": ((order_id,), {"wallet_id": WALLET_ID, "price": "0.02", "size": 6}),
        "orders.get": ((order_id,), {"wallet_id": WALLET_ID}),
        "orders.cancel_one": ((order_id,), {"wallet_id": WALLET_ID}),
        "orders.wait_until": ((order_id, "over"), {"wallet_id": WALLET_ID, "timeout_s": 600}),
        "orders.open": ((WALLET_ID,), {"asset_id": "1"}),
        "orders.iter_open": ((WALLET_ID,), {}),
        "orders.cancel": ((WALLET_ID,), {"asset_id": "1"}),
        "orders.history": ((WALLET_ID,), {"state": ["matched", "refused"], "limit": 2}),
        "orders.iter_history": ((WALLET_ID,), {"limit": 1}),
        "orders.fills": ((WALLET_ID,), {"state": ["matched", "mined"], "since": past, "limit": 2}),
        "orders.iter_fills": ((WALLET_ID,), {"limit": 1}),
        "positions.list": ((WALLET_ID,), {"status": ["open", "closed"], "limit": 1}),
        "positions.iter": ((WALLET_ID,), {"status": ["open"], "limit": 1}),
        "positions.profit": ((WALLET_ID,), {"by": "series", "from_": past, "to": now}),
        "positions.claim": ((WALLET_ID,), {"until_over_s": 600, "idempotency_key": "claimed"}),
        "positions.claims": ((WALLET_ID,), {"state": ["sent", "confirmed"], "limit": 1}),
        "positions.iter_claims": ((WALLET_ID,), {"limit": 1}),
        "positions.split": ((), {**pairs, "idempotency_key": "split", "until_over_s": 600}),
        "positions.merge": ((), {**pairs, "idempotency_key": "merged", "until_over_s": 600}),
        "games.list": ((), {**days, "league": ["wsl"], "include": ["platforms", "coverage"]}),
        "games.iter": ((), {**days, "status": ["scheduled", "finished"], "source": ["kalshi"]}),
        "teams.list": ((), {"league": ["wsl"], "sport": ["soccer"], "q": "a", "limit": 3}),
        "teams.iter": ((), {"limit": 3}),
        "leagues.list": ((), {}),
        "venue2.active": ((), {}),
        "venue2.at": ((), {"timestamp": past}),
        "service.health": ((), {}),
        "service.status": ((), {}),
    }


def calls_of(client: Client | AsyncClient) -> dict[str, Callable[..., Any]]:
    """Returns every call of a client, by its name."""
    return {
        f"{part}.{name}": call
        for part in PARTS.split()
        for name, call in inspect.getmembers(getattr(client, part), inspect.ismethod)
        if not name.startswith("_")
    }


class Calls(unittest.TestCase):
    client: Client
    now: int
    order_id: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client(BASE_URL, api_key=API_KEY)
        cls.now = int(cls.client.service.health().now.timestamp())
        limit = arguments(cls.now)["orders.limit"][1]
        cls.order_id = cls.client.orders.limit(**limit).order_id

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    def test_every_call_by_both_clients(self) -> None:
        """every call is answered, and both clients give the same kind of answer"""
        given = arguments(self.now, self.order_id)
        calls = calls_of(self.client)
        self.assertEqual(sorted(given), sorted(calls))
        answers = {}
        for name, (args, options) in given.items():
            answer = calls[name](*args, **options)
            answers[name] = list(answer) if ".iter" in name else answer
        again = asyncio.run(self._asynchronously(given))
        for name, answer in answers.items():
            if isinstance(answer, list):
                self.assertTrue(answer or name in MAYBE_EMPTY, name)
                answer, again[name] = answer[:1], again[name][:1]
            self.assertEqual(type(answer), type(again[name]), name)
        self.assertEqual(answers["orders.market"].order_id, again["orders.market"].order_id)
        self.assertTrue(again["orders.market"].is_replayed)

    async def _asynchronously(self, given: dict[str, Any]) -> dict[str, Any]:
        answers: dict[str, Any] = {}
        async with AsyncClient(BASE_URL, api_key=API_KEY) as client:
            calls = calls_of(client)
            for name, (args, options) in given.items():
                answer = calls[name](*args, **options)
                is_list = ".iter" in name
                answers[name] = [item async for item in answer] if is_list else await answer
        return answers

    def test_documents_itself(self) -> None:
        """every call says what it does and what it takes"""
        for client in (self.client, AsyncClient(BASE_URL)):
            for name, call in calls_of(client).items():
                self.assertTrue(inspect.getdoc(call), name)
                for parameter in inspect.signature(call).parameters.values():
                    self.assertIn(parameter.kind, (1, 3), name)

    def test_pages(self) -> None:
        """pages give every item once, whatever their size"""
        everyone = [team.id for team in self.client.teams.iter(limit=200)]
        self.assertEqual(everyone, [team.id for team in self.client.teams.iter(limit=3)])
        self.assertEqual(len(everyone), len(set(everyone)))
        self.assertEqual(len(everyone), self.client.teams.list(limit=1).meta.total)
