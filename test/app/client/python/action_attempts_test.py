"""Claims, splits and merges: asked for until they are over, without a socket and without time."""

import json
import unittest
from typing import Any

from attempts import ACTION, LOST, World, refusal
from strikeline import ActionUncertain, OrderUncertain, ServiceUnavailable
from strikeline._core.call import Answer, Call
from strikeline.positions import claim, merge, split


def claims(*states: str) -> Answer:
    """The answer to a claim."""
    made = {"ok": True, "claims": [{**ACTION, "state": state} for state in states]}
    return Answer(200, {}, json.dumps(made).encode())


def pair(name: str, state: str) -> Answer:
    """The answer to a split or a merge."""
    action = {**ACTION, "kind": name, "state": state}
    return Answer(200, {}, json.dumps({"ok": True, name: action}).encode())


class Actions(unittest.TestCase):
    def setUp(self) -> None:
        self.world = World()

    def keys(self) -> set[str]:
        """The keys of the requests that were sent."""
        return {each.headers["idempotency-key"] for each in self.world.sent}

    def test_repeats_with_its_key(self) -> None:
        """a claim is repeated as the same bytes with the same key until it is answered"""
        troubles = [LOST, refusal(503, retry_after="2"), refusal(500), refusal(502)]
        made = self.world.run(claim("w"), *troubles, claims("confirmed"))
        self.assertEqual(len(self.world.sent), len(troubles) + 1)
        self.assertEqual({each.body for each in self.world.sent}, {b'{"walletId": "w"}'})
        self.assertEqual(self.keys(), {made.idempotency_key})

    def test_first_answer(self) -> None:
        """a claim that is not waited for is returned by its first answer"""
        made = self.world.run(claim("w"), claims("sent"))
        self.assertEqual((made.claims[0].state, len(self.world.sent)), ("sent", 1))

    def test_until_over(self) -> None:
        """a claim that is waited for is asked for again until all of it is over"""
        answers = [claims("sent", "confirmed"), claims("nothing_left", "sent")]
        made = self.world.run(
            claim("w", until_over_s=600), *answers, claims("nothing_left", "failed"), timeout=5
        )
        self.assertEqual([each.state for each in made.claims], ["nothing_left", "failed"])
        self.assertEqual((len(self.world.sent), len(self.keys())), (3, 1))

    def test_pairs(self) -> None:
        """a split and a merge are asked for again until they are over, too"""
        terms: dict[str, Any] = {"wallet_id": "w", "slug": "s", "size": "2.50"}
        calls: list[tuple[str, Call[Any]]] = [
            ("split", split(**terms, until_over_s=600)),
            ("merge", merge(**terms, until_over_s=600)),
        ]
        for name, call in calls:
            made = self.world.run(call, pair(name, "sent"), pair(name, "confirmed"))
            self.assertEqual((getattr(made, name).state, len(self.keys())), ("confirmed", 1))
            body = json.loads(self.world.sent[0].body)
            self.assertEqual(body, {"walletId": "w", "slug": "s", "size": 2.5})

    def test_time_is_over(self) -> None:
        """a claim that is still under way when the time is over is returned as it is"""
        began = self.world.now
        made = self.world.run(claim("w", until_over_s=300), claims("sent"), timeout=5)
        self.assertEqual(made.claims[0].state, "sent")
        self.assertLess(self.world.now - began, 300)
        self.assertGreater(self.world.now - began, 250)

    def test_service_is_away(self) -> None:
        """a claim that is waited for survives that nobody answers for a while, and no refusal"""
        away = [LOST] * 20
        made = self.world.run(
            claim("w", until_over_s=600), claims("sent"), *away, claims("confirmed"), timeout=5
        )
        self.assertEqual(made.claims[0].state, "confirmed")
        made = self.world.run(claim("w", until_over_s=600), claims("sent"), refusal(403))
        self.assertEqual((made.claims[0].state, len(self.world.sent)), ("sent", 2))

    def test_is_uncertain(self) -> None:
        """a claim without an answer names its key, and is uncertain as an order is"""
        with self.assertRaises(ActionUncertain) as caught:
            self.world.run(claim("w", idempotency_key="mine"), LOST, timeout=5)
        self.assertIsInstance(caught.exception, OrderUncertain)
        self.assertEqual(caught.exception.idempotency_key, "mine")
        self.assertIn("is under way", str(caught.exception))
        with self.assertRaises(ServiceUnavailable):
            self.world.run(claim("w"), refusal(503))

    def test_no_time(self) -> None:
        """seconds below 0 are refused before anything is sent"""
        for seconds in (-1.0, float("nan")):
            with self.assertRaises(ValueError):
                claim("w", until_over_s=seconds)
