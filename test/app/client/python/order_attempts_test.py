"""An order's attempts: which answers are certain, without a socket and without time."""

import dataclasses
import json
import random
import unittest
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from attempts import LOST, NOT_SENT, PLACED, World, order, refusal
from strikeline import (
    BadRequest,
    DeadlinePassed,
    OrderUncertain,
    RateLimited,
    ServiceUnavailable,
    StrikelineError,
    UnexpectedAnswer,
)
from strikeline._core.call import Answer
from strikeline._core.verdict import NoAnswer
from strikeline.names import ORDER_REASONS
from strikeline.orders import LimitOrder, batch, limit, market, preview, preview_limit


ANSWERS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "order_answers.json").read_text())


class Ordering(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()

    def test_repeats_with_its_key(self) -> None:
        """an order is repeated as the same bytes with the same key until the answer is certain"""
        troubles = [LOST, refusal(503, retry_after="2"), refusal(409, retry_after="1"), NOT_SENT]
        troubles += [refusal(500), refusal(502), refusal(504), refusal(429, retry_after="1")]
        value = self.world.run(order(), *troubles, Answer(200, {}, PLACED))
        self.assertEqual(len(self.world.sent), len(troubles) + 1)
        self.assertEqual(len({(each.body, str(each.headers)) for each in self.world.sent}), 1)
        self.assertEqual(value.idempotency_key, self.world.sent[0].headers["idempotency-key"])

    def test_makes_a_key_for_each(self) -> None:
        """every order has a key of its own, and a given one is used"""
        keys = {order().idempotency_keys for _ in range(100)}
        self.assertEqual(len(keys), 100)
        self.assertEqual(order(idempotency_key="mine").request.headers["idempotency-key"], "mine")

    def test_is_uncertain(self) -> None:
        """an order without a certain answer before its deadline names the key to go on with"""
        unclear = [LOST, refusal(503, retry_after="2"), refusal(409, retry_after="1")]
        for trouble in (*unclear, refusal(500), refusal(502), refusal(504)):
            call = order()
            with self.assertRaises(OrderUncertain) as caught:
                self.world.run(call, trouble, timeout=5)
            self.assertEqual(caught.exception.idempotency_keys, call.idempotency_keys)
            self.assertIn(call.idempotency_keys[0], str(caught.exception))
            self.assertIsNotNone(caught.exception.__cause__)

    def test_is_certain_that_nothing_was_sent(self) -> None:
        """an order that never reached the service is not uncertain, unless it goes on with one"""
        with self.assertRaises(DeadlinePassed):
            self.world.run(order(), NOT_SENT, timeout=5)
        with self.assertRaises(OrderUncertain):
            self.world.run(order(idempotency_key="k"), NOT_SENT, timeout=5)
        with self.assertRaises(OrderUncertain):
            self.world.run(order(), LOST, NOT_SENT, timeout=5)
        with self.assertRaises(RateLimited):
            self.world.run(order(), refusal(429, retry_after="99"), timeout=5)

    def test_answers(self) -> None:
        """an order is refused or uncertain by the same answers as one of the TypeScript client"""
        for when, lost in (("after a lost answer", [LOST]), ("at once", [])):
            for name, status, headers, body, end in ANSWERS[when]:
                text = ANSWERS["bodies"][body].encode()
                answer = Answer(status, ANSWERS["headers"][headers], text)
                with self.subTest(name, when=when), self.assertRaises(StrikelineError) as caught:
                    self.world.run(order(), *lost, answer, timeout=5)
                is_uncertain = isinstance(caught.exception, OrderUncertain)
                self.assertEqual((name, is_uncertain), (name, end == "uncertain"))

    def test_a_503_without_retry_after(self) -> None:
        """a 503 without `Retry-After` ends a first attempt, and no order that may be placed"""
        with self.assertRaises(ServiceUnavailable):
            self.world.run(order(), refusal(503))
        self.assertEqual(len(self.world.sent), 1)
        self.world.run(order(), LOST, refusal(503), Answer(200, {}, PLACED))
        self.assertEqual(len(self.world.sent), 3)

    def test_an_unreadable_answer_is_uncertain(self) -> None:
        """an order whose answer cannot be read is uncertain"""
        with self.assertRaises(OrderUncertain) as caught:
            self.world.run(order(), Answer(200, {}, b"<html>"))
        self.assertIsInstance(caught.exception.__cause__, UnexpectedAnswer)

    def test_never_loses_an_order(self) -> None:
        """whatever the answers are, an order that was placed ends as placed or as uncertain"""
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        for _ in range(2_000):
            is_placed = False
            answers: list[Answer | NoAnswer] = []
            for _ in range(chance.randrange(1, 8)):
                is_placed = is_placed or chance.random() < 0.4
                answers.append(_answer(chance, is_placed))
            try:
                self.world.run(order(), *answers, timeout=chance.choice([3, 30]))
                self.assertTrue(is_placed, seed)
            except OrderUncertain:
                pass
            except StrikelineError:
                heard = answers[: len(self.world.sent)]
                self.assertFalse(any(_tells(each) for each in heard), f"{seed}: {heard}")


class Batches(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()

    def keys(self) -> list[list[str]]:
        """The keys of the orders of each request that was sent."""
        bodies = [json.loads(each.body) for each in self.world.sent]
        return [[order["idempotencyKey"] for order in body["orders"]] for body in bodies]

    def test_asks_again(self) -> None:
        """a batch asks again for what has no outcome, under the same keys, and for nothing else"""
        answers = [LOST, entries(True, "uncertain", "balance"), entries("key_in_use")]
        value = self.world.run(batch("w", [LIMIT, MINE, LIMIT]), *answers, entries(True))
        first, *others = self.keys()
        self.assertEqual((len(set(first)), first[1]), (3, "mine"))
        self.assertEqual(others, [first, ["mine"], ["mine"]])
        self.assertEqual([each.ok for each in value.results], [True, True, False])
        self.assertEqual([each.idempotency_key for each in value.results], first)
        self.assertEqual(value.results[2].reason, "balance")

    def test_is_partly_uncertain(self) -> None:
        """a batch says which orders have no outcome yet, with their keys, where time is over"""
        for trouble in (LOST, refusal(503), entries("uncertain"), entries("unavailable")):
            value = self.world.run(batch("w", [LIMIT, MINE]), entries(True, "uncertain"), trouble)
            self.assertEqual([each.ok for each in value.results], [True, False])
            last = value.results[1]
            self.assertEqual((last.reason, last.idempotency_key), ("uncertain", "mine"))

    def test_is_untold(self) -> None:
        """a batch takes no end of an order that may be told before anybody looks for it"""
        for reason in ("unavailable", "expiration"):
            value = self.world.run(batch("w", [LIMIT]), entries(reason))
            self.assertEqual((value.results[0].reason, len(self.world.sent)), (reason, 1))
            for orders, lost in (([LIMIT], [LOST]), ([MINE], [])):
                value = self.world.run(batch("w", orders), *lost, entries(reason))
                self.assertEqual(value.results[0].reason, "uncertain")
        answers = [entries("unavailable", "uncertain"), entries("balance")]
        value = self.world.run(batch("w", [LIMIT, LIMIT]), *answers)
        self.assertEqual([each.reason for each in value.results], ["unavailable", "balance"])

    def test_without_an_answer(self) -> None:
        """a batch without any answer names all of its keys, and refused as a whole is refused"""
        with self.assertRaises(OrderUncertain) as caught:
            self.world.run(batch("w", [LIMIT, LIMIT]), LOST, timeout=5)
        self.assertEqual([list(caught.exception.idempotency_keys)] * 2, self.keys()[:2])
        with self.assertRaises(BadRequest):
            self.world.run(batch("w", [LIMIT]), refusal(400))
        with self.assertRaises(ValueError):
            batch("w", [MINE, MINE])

    def test_settled_only(self) -> None:
        """every order may ask for settled shares alone, and a sale says what is not settled"""
        fields = {"slug": "s", "outcome": "Up", "side": "SELL", "settled_only": True}
        terms = {"wallet_id": "w", **fields, "price": "0.5", "size": 5}
        trade = {"wallet_id": "w", **fields, "amount": 5}
        calls = (market(**trade), preview(**trade), limit(**terms), preview_limit(**terms))
        for body in (json.loads(call.request.body or b"") for call in calls):
            self.assertIs(body["settledOnly"], True)
        sale = LimitOrder(**fields, price="0.5", size=5)
        body = json.loads(batch("w", [sale, LIMIT]).request.body or b"")
        self.assertEqual([each.get("settledOnly") for each in body["orders"]], [True, None])
        sold = json.dumps({**json.loads(PLACED), "unsettled_shares": 3.5}).encode()
        value = self.world.run(order(), Answer(200, {}, sold))
        self.assertEqual(value.unsettled_shares, Decimal("3.5"))

    def test_reasons(self) -> None:
        """a refusal of an order says why in one of the service's words"""
        body = b'{"error": "No", "code": "bad_request", "reason": "would_cross"}'
        with self.assertRaises(BadRequest) as caught:
            self.world.run(order(), Answer(400, {}, body))
        self.assertEqual(caught.exception.reason, "would_cross")
        self.assertIn("would_cross", ORDER_REASONS)


LIMIT = LimitOrder(slug="s", outcome="Up", side="BUY", price="0.5", size=5)
MINE = dataclasses.replace(LIMIT, idempotency_key="mine")


def entries(*ends: str | Literal[True]) -> Answer:
    """The answer to a batch: placed, or the reason why not."""
    failed = {"ok": False, "error": "No", "code": "unavailable"}
    placed = {**json.loads(PLACED), "isReplayed": False}
    results = [placed if end is True else {**failed, "reason": end} for end in ends]
    return Answer(200, {}, json.dumps({"ok": True, "results": results}).encode())


PLACED_MARK = "x-placed"


def _answer(chance: random.Random, is_placed: bool) -> Answer | NoAnswer:
    """An answer that a service might give of an order that is, or is not, placed."""
    marks = {PLACED_MARK: "yes"} if is_placed else {}
    kind = chance.randrange(6)
    if kind == 0:
        return NoAnswer("placed" if is_placed else "lost", was_sent=True)
    if kind == 1:
        return Answer(503, {"retry-after": "2", **marks}, b"{}")
    if kind == 2:
        return Answer(502, marks, b"{}")
    if is_placed:
        return Answer(200, {"idempotent-replayed": "true", **marks}, PLACED)
    return (NOT_SENT, refusal(503), refusal(404))[kind - 3]


def _tells(answer: Answer | NoAnswer) -> bool:
    """Whether the order was placed when this came."""
    if isinstance(answer, NoAnswer):
        return answer.why == "placed"
    return PLACED_MARK in answer.headers
