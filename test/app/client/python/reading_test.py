"""Reading answers and writing requests, to the last digit."""

import pickle
import random
import unittest
import uuid
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from strikeline import (
    ConnectionFailed,
    NotFound,
    OrderUncertain,
    StreamOverrun,
    StreamRejected,
    UnexpectedAnswer,
)
from strikeline._core.call import Answer
from strikeline._core.decode import decode
from strikeline._core.json_text import exact, read_json, write_json
from strikeline._core.query import path_text, query_text
from strikeline._core.uuid7 import uuid7
from strikeline.evidence import OtherEvidence, RelayEvidence, TradeEvidence
from strikeline.orders import market
from strikeline.targets import ActiveTargets, TargetAt, active, active_by_asset, at
from strikeline.twap import LatestTwap

TARGETS = """{"now": "2026-01-01T02:00:00.250+02:00", "asset": "btc", "later": 1, "results": [
  {"marketType": "5min", "ok": true, "windowStart": 1767225600, "price": %s, "new": {},
   "windowEnd": 1767225900, "slug": "btc-updown-5m-1", "url": "https://a.example/b",
   "windowStartIso": "2026-01-01T00:00:00.000Z", "source": "oracle_twap"}]}"""


def read_targets(price: str) -> ActiveTargets:
    return decode(ActiveTargets, read_json(TARGETS % price))


class Decoding(unittest.TestCase):
    def test_keeps_every_digit(self) -> None:
        """numbers keep every digit that was sent"""
        for text in ("61233.927778229845", "0.1", "1e-18", "12345678901234567890.12345678901", "7"):
            price = read_targets(text).results[0].price
            self.assertEqual(price, Decimal(text))
            self.assertIsInstance(price, Decimal)

    def test_times_are_utc(self) -> None:
        """times are aware and in UTC, whatever the offset was"""
        now = read_targets("1").now
        self.assertEqual(now, datetime(2026, 1, 1, 0, 0, 0, 250_000, timezone.utc))
        self.assertEqual(now.utcoffset(), timedelta(0))

    def test_ignores_what_is_new(self) -> None:
        """unknown fields and names of a newer service pass"""
        self.assertEqual(read_targets("1").results[0].market_type, "5min")
        newer = TARGETS.replace("5min", "1week") % "null"
        self.assertEqual(decode(ActiveTargets, read_json(newer)).results[0].market_type, "1week")

    def test_by_asset(self) -> None:
        """an answer about several assets is by asset, also where the list had one"""
        alone = TARGETS % "1"
        several = '{"now": "2026-01-01T00:00:00Z", "assets": {"eth": %s, "btc": %s}}'
        several %= (alone.replace("btc", "eth"), alone)
        for body, assets in ((alone, ["btc"]), (several, ["eth", "btc"])):
            read = active_by_asset(assets).read(Answer(200, {}, body.encode()))
            self.assertEqual([*read.assets], assets)
            self.assertEqual(read.assets["btc"].results, read_targets("1").results)
        self.assertEqual(
            active_by_asset(["btc", "eth"]).request.target,
            "/api/v1/targets/active?asset=btc%2Ceth",
        )
        with self.assertRaises(UnexpectedAnswer):
            active_by_asset(["btc"]).read(Answer(200, {}, b"[]"))

    def test_names_what_is_missing(self) -> None:
        """a required field that is missing or of another type is named with its place"""
        for old, new, place in (
            ('"ok": true, ', "", "results[]: ok is missing"),
            ('"ok": true', '"ok": 1', "results[].ok: expected bool, not 1"),
            ("1767225600", '"soon"', "results[].windowStart: expected int"),
            ("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00", "results[].windowStartIso"),
            ("%s", '"NaN"', "results[].price"),
            ("%s", "true", "results[].price"),
            ("1767225600", "true", "results[].windowStart: expected int"),
        ):
            with self.assertRaises(UnexpectedAnswer) as caught:
                decode(ActiveTargets, read_json(TARGETS.replace(old, new).replace("%s", "1")))
            self.assertIn(place, str(caught.exception))

    def test_refuses_what_is_no_json(self) -> None:
        """constants that are no JSON, and depth or exponents without end, are refused"""
        for text in ("NaN", "Infinity", "-Infinity", "[" * 100_000, "1e" + "9" * 20, "<html>"):
            with self.assertRaises(ValueError):
                read_json(text)
            with self.assertRaises(UnexpectedAnswer):
                active().read(Answer(200, {}, text.encode()))

    def test_errors_pass_between_processes(self) -> None:
        """an error that a process pool passes on keeps its text and its fields"""
        for error in (
            NotFound("Cannot find it", status=404, code="not_found", hint="Send another"),
            OrderUncertain("k", ConnectionFailed("cut")),
            StreamRejected("No", code="bad_request"),
            StreamOverrun(5, {"targets:btc:5min": 7}),
        ):
            copy = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(copy), str(copy)), (type(error), str(error)))
            self.assertEqual(vars(copy), vars(error))

    def test_evidence_by_kind(self) -> None:
        """evidence is read by its kind, and an unknown kind passes"""
        trade = {"kind": "trade", "market": "spot", "symbol": "BTCUSDT", "tradeId": 7}
        trade |= {"tradedAtMs": 1767225600123, "price": "1.10", "quantity": "0.001"}
        relay = {"kind": "relay", "seq": 1, "receivedAt": "2026-01-01T00:00:00Z"}
        relay |= {"isSignedByOracle": False, "disputed": [{"source": "site", "price": "3"}]}
        relay["point"] = {"symbol": "btc/usd", "timestamp": 1, "window_seconds": 60, "source": "x"}
        relay["point"] |= {"full_accuracy_value": "61233.927778229845000001"}
        whole = {"now": "2026-01-01T00:00:00Z", "asset": "btc", "marketType": "5min"}
        whole |= {"provider": "oracle", "requestedTimestamp": 1, "source": "oracle", "price": 1}
        whole |= {"requestedTimestampIso": "2026-01-01T00:00:00Z", "slug": "s", "url": "u"}
        whole |= {"windowStart": 0, "windowEnd": 300}

        def evidence(value: object) -> object:
            return decode(TargetAt, {**whole, "evidence": value}).evidence

        got = evidence(trade)
        assert isinstance(got, TradeEvidence)
        self.assertEqual(got.traded_at.microsecond, 123_000)
        got = evidence(relay)
        assert isinstance(got, RelayEvidence)
        self.assertEqual(str(got.point.full_accuracy_value), "61233.927778229845000001")
        self.assertEqual(got.disputed[0].price, 3)
        self.assertEqual(evidence({"kind": "oath"}), OtherEvidence("oath"))
        self.assertIsNone(evidence(None))

    def test_texts_of_numbers(self) -> None:
        """numbers that are sent as text are exact numbers too"""
        value = {"asset": "btc", "symbol": "btc/usd", "windowSeconds": 60, "source": "oracle_twap"}
        value |= {"value": "0.000000000000000001", "valueE18": "1"}
        twap = decode(LatestTwap, {**value, "observedAt": "2026-01-01T00:00:00Z"})
        self.assertEqual(twap.value * 10**18, twap.value_e18)


class Writing(unittest.TestCase):
    def test_writes_every_digit(self) -> None:
        """amounts are written digit for digit, never with an exponent"""
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        for _ in range(1_000):
            digits = chance.randrange(10 ** chance.randrange(1, 30))
            amount = Decimal(digits).scaleb(-chance.randrange(30))
            body = write_json({"amount": exact("amount", amount), "ok": True, "n": 'a"b'})
            self.assertNotIn(b"E", body, seed)
            self.assertEqual(Decimal(read_json(body)["amount"]), amount, seed)
            self.assertEqual((read_json(body)["ok"], read_json(body)["n"]), (True, 'a"b'))

    def test_refuses_floats(self) -> None:
        """a float, or what is no number, is refused and named"""
        for amount in (0.1, True, None):
            with self.assertRaisesRegex(TypeError, "amount"):
                exact("amount", amount)
        for text in ("", "five", "NaN", "Infinity", "1e999999999", "-1e-999999999"):
            with self.assertRaisesRegex(ValueError, "amount"):
                exact("amount", text)
        with self.assertRaisesRegex(TypeError, "limit_price"):
            market(wallet_id="w", slug="s", outcome="Up", side="BUY", amount=1, limit_price=0.5)

    def test_instants(self) -> None:
        """an instant is unix seconds, text or an aware datetime; a naive one is refused"""
        aware = datetime(2026, 1, 1, 2, tzinfo=timezone(timedelta(hours=2)))
        for instant, text in ((1, "1"), ("2026-01-01", "2026-01-01"), (aware, None)):
            target = at("btc", "5min", instant).request.target
            self.assertIn(f"timestamp={text or '2026-01-01T02%3A00%3A00%2B02%3A00'}", target)
        with self.assertRaisesRegex(ValueError, "no time zone"):
            at("btc", "5min", datetime(2026, 1, 1))

    def test_queries(self) -> None:
        """lists are joined, None is left out, 5.0 is 5, and an empty filter is refused"""
        self.assertEqual(
            query_text({"a": ["x", "y"], "b": None, "c": False, "d": 1, "e": 5.0}),
            "a=x%2Cy&c=false&d=1&e=5",
        )
        self.assertEqual(query_text({"include": []}), "include=")
        with self.assertRaisesRegex(ValueError, "league"):
            query_text({"league": []})

    def test_paths(self) -> None:
        """values of a path cannot leave it"""
        self.assertEqual(path_text("/e/{slug}", slug="a/b?c"), "/e/a%2Fb%3Fc")
        for slug in ("", ".", ".."):
            with self.assertRaises(ValueError):
                path_text("/e/{slug}", slug=slug)

    def test_keys(self) -> None:
        """keys are UUIDs of version 7 that ascend and differ"""
        keys = [uuid7() for _ in range(10_000)]
        self.assertEqual(keys, sorted(set(keys)))
        for key in keys[:100]:
            parsed = uuid.UUID(key)
            self.assertEqual((parsed.version, parsed.variant), (7, uuid.RFC_4122))
        made = (uuid.UUID(keys[-1]).int >> 80) / 1000
        self.assertLess(abs(made - datetime.now(timezone.utc).timestamp()), 3_600)

    def test_refuses_keys(self) -> None:
        """an idempotency key that the service would refuse is refused before"""
        for key in ("", "a b", "ä", "x" * 129, "a\r\nb"):
            with self.assertRaisesRegex(ValueError, "idempotency_key"):
                market(
                    wallet_id="w", slug="s", outcome="U", side="BUY", amount=1, idempotency_key=key
                )
