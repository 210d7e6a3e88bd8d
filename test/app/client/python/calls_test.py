"""Every call against the service, by both clients."""

import asyncio
import inspect
import itertools
import time
import unittest
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

from service import API_KEY, BASE_URL, MARKET, WALLET_ID
from strikeline import AsyncClient, AuthenticationError, BadRequest, Client, NotFound
from strikeline.evidence import OtherEvidence, ReportEvidence

HOUR = 3_600
PARTS = (
    "targets markets history timeseries twap fees account orders wallets games teams leagues "
    "venue2 service"
)


def arguments(now: int) -> dict[str, tuple[tuple[Any, ...], dict[str, Any]]]:
    """Returns arguments of every call, all of them where the service takes them together."""
    window = now // 300 * 300
    past = datetime.fromtimestamp(now - 2 * HOUR, timezone.utc)
    order = {"wallet_id": WALLET_ID, "slug": MARKET, "outcome": "Up", "side": "BUY"}
    order |= {"amount": Decimal("5.00"), "order_type": "FAK", "limit_price": Decimal("0.9")}
    order |= {"event_slug": "process-event"}
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
        "targets.at": (("btc", "5min", window), {"evidence": True}),
        "targets.batch": (("5min", past), {"assets": ["btc", "eth"]}),
        "markets.timestamps": (("sol",), {"intervals": ["4hour"], "date": past.date()}),
        **{f"history.{name}": given for name, given in windows.items()},
        **{f"timeseries.{name}": given for name, given in windows.items()},
        "history.exchange_range": (
            ("btc", "1hour", now - 5 * HOUR, now - 2 * HOUR),
            {"mode": "market", "include_outcome_meta": True},
        ),
        "twap.latest": (("btc",), {"window": 60}),
        "fees.event_by_slug": (("process-event",), {}),
        "fees.event_by_id": (("880000",), {}),
        "fees.estimate": ((), {**trade, "side": "BUY"}),
        "fees.legacy_estimate": ((), {**trade, "side": "BUY"}),
        "account.details": ((), {}),
        "wallets.balance": ((WALLET_ID,), {}),
        "orders.market": ((), {**order, "idempotency_key": f"calls-{time.time_ns()}"}),
        "orders.preview": ((), order),
        "orders.open": ((WALLET_ID,), {"asset_id": "1"}),
        "orders.iter_open": ((WALLET_ID,), {}),
        "orders.cancel": ((WALLET_ID,), {"asset_id": "1"}),
        "orders.history": ((WALLET_ID,), {"state": ["matched", "refused"], "limit": 2}),
        "orders.iter_history": ((WALLET_ID,), {"limit": 1}),
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

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client(BASE_URL, api_key=API_KEY)
        cls.now = int(cls.client.service.health().now.timestamp())

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    def test_every_call_by_both_clients(self) -> None:
        """every call is answered, and both clients give the same kind of answer"""
        given = arguments(self.now)
        calls = calls_of(self.client)
        self.assertEqual(sorted(given), sorted(calls))
        answers = {}
        for name, (args, options) in given.items():
            answer = calls[name](*args, **options)
            answers[name] = list(answer) if ".iter" in name else answer
        again = asyncio.run(self._asynchronously(given))
        for name, answer in answers.items():
            if isinstance(answer, list):
                self.assertTrue(answer or name in ("orders.iter_open", "games.iter"), name)
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

    def test_targets(self) -> None:
        """a target is the same in every answer, to the last digit"""
        window = self.now // 300 * 300 - 600
        at = self.client.targets.at("btc", "5m", window + 7, evidence=True)
        batch = self.client.targets.batch("5min", window, assets=["btc"])
        history = self.client.history.market("btc", "5min", window)
        ranged = self.client.history.range("btc", "5min", window, window + 300)
        prices = {at.price, batch.results[0].price, history.datapoint.price}
        self.assertEqual(prices, {ranged.timeseries[0].price})
        self.assertEqual(history.market.start_iso, ranged.timeseries[0].start)
        assert isinstance(at.evidence, ReportEvidence)
        exact = Decimal(at.evidence.price_e18).scaleb(-18)
        self.assertLess(abs(exact - at.price), Decimal("1e-9"))
        self.assertNotIsInstance(at.evidence, OtherEvidence)
        self.assertEqual(
            at.requested_timestamp_iso, datetime.fromtimestamp(window + 7, timezone.utc)
        )

    def test_items_that_fail_are_values(self) -> None:
        """an item without a price is a value that says why"""
        # The sandbox has prices from 2024 on.
        edge = datetime(2024, 1, 1, tzinfo=timezone.utc)
        hours = timedelta(hours=3)
        items = self.client.history.range("btc", "1hour", edge - hours, edge + hours).history
        by_ok = {item.ok: item for item in items}
        self.assertEqual((by_ok[False].price, by_ok[True].error), (None, None))
        self.assertTrue(by_ok[False].error and by_ok[True].price)

    def test_exchange_points(self) -> None:
        """the exchange's own points have their seconds"""
        start = self.now // HOUR * HOUR - HOUR
        points = self.client.history.exchange_range(
            "btc", "1hour", start, start + 60, mode="source"
        ).points
        assert points
        self.assertEqual(points[0].timestamp_iso.timestamp(), points[0].timestamp)

    def test_errors(self) -> None:
        """errors of the service are raised with its words"""
        with self.assertRaises(BadRequest) as caught:
            self.client.targets.active("btx")
        self.assertIn('Cannot use asset "btx"', caught.exception.message)
        self.assertIn("btc", str(caught.exception.hint))
        self.assertTrue(caught.exception.request_id)
        with self.assertRaises(NotFound) as missing:
            self.client.venue2.active("no-such-market")
        self.assertEqual(missing.exception.code, "not_found")
        with Client(BASE_URL) as stranger, self.assertRaises(AuthenticationError):
            stranger.account.details()

    def test_pages(self) -> None:
        """pages give every item once, whatever their size"""
        everyone = [team.id for team in self.client.teams.iter(limit=200)]
        self.assertEqual(everyone, [team.id for team in self.client.teams.iter(limit=3)])
        self.assertEqual(len(everyone), len(set(everyone)))
        self.assertEqual(len(everyone), self.client.teams.list(limit=1).meta.total)
        first = list(itertools.islice(self.client.teams.iter(limit=2), 3))
        self.assertEqual([team.id for team in first], everyone[:3])

    def test_unchanged_lists_cost_nothing(self) -> None:
        """an unchanged list is a 304, which is the kept value and costs nothing"""
        today = self.client.leagues.list()
        limits = self.client._setup.around.limits
        before = limits._known["keyed"].remaining
        # Somebody may have read new games meanwhile: then the list is another one.
        for _ in range(20):
            again = self.client.leagues.list()
            if again is today:
                break
            today, before = again, limits._known["keyed"].remaining
        self.assertIs(again, today)
        self.assertEqual(limits._known["keyed"].remaining, before)

    def test_many_threads(self) -> None:
        """one client serves many threads"""
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(12) as threads:
            tasks = [threads.submit(self.client.twap.latest, "btc") for _ in range(36)]
            stamps = [task.result().observed_at for task in tasks]
        self.assertLess(max(stamps) - min(stamps), timedelta(minutes=5))
