"""What a loop over wallets gets, whatever happens to its connections."""

import json
import random
import unittest
from datetime import datetime, timezone
from typing import Any

from fake_loop import Loop
from fake_service import Fact, FakeService, order_frame
from strikeline import GapEvent, OrdersStartEvent, StreamRejected
from strikeline.stream.conversation import Conversation
from strikeline.stream.frames import HelloFrame, SubscribedFrame, parse_frame
from strikeline.stream.loops import WALLETS_MAX, key_for, orders
from strikeline.stream.resume import Resume
from strikeline.stream.subscription import Subscription

WALLETS = ["w1", "w2"]
TOPICS = [f"orders:{wallet}" for wallet in WALLETS]


class OrderPositions(unittest.IsolatedAsyncioTestCase):
    async def test_once_and_in_order(self) -> None:
        """orders arrive once and in order, wherever connections break, or are told as a gap"""
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        for _ in range(150):
            service = FakeService(TOPICS, 1_767_225_600)
            for topic in TOPICS:
                publish(service, topic, 20)
            since = chance.choice([None, 3, 19, 25])
            loop = Loop(service, orders(wallets=WALLETS, since=since).followed)
            begun: dict[str, int] = {}
            loop.connect(0)
            for _ in range(chance.randrange(5, 60)):
                match chance.randrange(5):
                    case 0 | 1:
                        publish(service, chance.choice(TOPICS), chance.choice([1, 2, 30]))
                    case 2:
                        loop.connect(chance.randrange(3))
                    case _:
                        loop.exchange(chance.randrange(1, 6))
            loop.exchange(10**6)
            # More than any `since`, so that the last events are wanted in any case.
            for topic in TOPICS:
                publish(service, topic, 9)
            loop.exchange(10**6)
            for event in loop.received:
                if isinstance(event, OrdersStartEvent):
                    self.assertEqual((begun, since), ({}, None), seed)
                    begun.update(event.seqs)
            for topic in TOPICS:
                seqs = seqs_of(topic, loop.received)
                first = begun[topic] if since is None else since
                last = len(service.log[topic])
                self.assertEqual(seqs, list(range(first + 1, last + 1)), f"{topic}, seed {seed}")

    async def test_messages(self) -> None:
        """each wallet is resumed after its own last event, or after where the loop began"""
        resume = Resume(orders(wallets=WALLETS).followed)
        for _ in range(2):
            [request] = resume.connected(1_000.0)
            self.assertEqual((request.assets, request.since), (("w1", "w2"), None))
        resume.subscribed([*TOPICS, "orders:w9"], None, {TOPICS[0]: 41, TOPICS[1]: 0})
        event: Any = parse(order_frame(TOPICS[1], 1))
        self.assertEqual([resume.take(event), resume.take(event)], [event, None])
        resume.subscribed(TOPICS, None, {TOPICS[0]: 50, TOPICS[1]: 50})
        asked = [(each.assets, each.since) for each in resume.connected(2_000.0)]
        self.assertEqual(asked, [(("w1",), 41), (("w2",), 1)])

    async def test_keys_that_end(self) -> None:
        """a loop whose key ends while it runs is refused, and one with another key goes on"""
        conversation = Conversation(HelloFrame("hello", 1, datetime.now(timezone.utc)))
        mine, other = (
            Subscription(orders(wallets=[each]).followed, key=each, events_max=9, wake=lambda: None)
            for each in WALLETS
        )
        for id, loop in enumerate((mine, other), 1):
            conversation.ask(loop)
            topics = (TOPICS[id - 1],)
            conversation.take(
                SubscribedFrame("subscribed", "orders", topics, id, None, {topics[0]: 7})
            )
            self.assertIsInstance(loop.buffer.take(), OrdersStartEvent)
            self.assertTrue(loop.is_live)
        conversation.sendable(0.0)
        said = {"error": "No", "code": "unauthorized"}
        conversation.take(parse({"type": "error", **said}))
        self.assertFalse(mine.is_live or other.is_live)
        texts, _ = conversation.sendable(0.0)
        self.assertEqual([text.count('"since": 7') for text in texts], [1, 1])
        conversation.take(parse({"type": "error", "id": 3, **said}))
        conversation.take(
            SubscribedFrame("subscribed", "orders", (TOPICS[1],), 4, None, {TOPICS[1]: 9})
        )
        with self.assertRaises(StreamRejected):
            mine.buffer.take()
        conversation.take(parse(order_frame(TOPICS[1], 8)))
        self.assertEqual(other.buffer.take(), parse(order_frame(TOPICS[1], 8)))
        self.assertEqual((mine.is_live, other.is_live), (False, True))

    async def test_arguments(self) -> None:
        """a loop over orders needs wallets, not too many, and a key"""
        self.assertEqual(orders(wallets=["W1 "]).followed.assets, ("w1",))
        for wrong in ([], "w1", [str(each) for each in range(WALLETS_MAX + 1)]):
            with self.assertRaises((TypeError, ValueError)):
                orders(wallets=wrong)
        with self.assertRaisesRegex(ValueError, "orders without a key"):
            key_for(orders(wallets=WALLETS), None)
        self.assertEqual(key_for(orders(wallets=WALLETS), "k"), "k")


def seqs_of(topic: str, events: list[Any]) -> list[int]:
    """Returns the seq of each event of a topic, and each that a gap says."""
    seqs: list[int] = []
    for event in events:
        if isinstance(event, GapEvent) and event.topic == topic:
            seqs += range(event.from_seq, event.to_seq + 1)
        elif not isinstance(event, OrdersStartEvent) and event.topic == topic:
            seqs.append(event.seq)
    return seqs


def publish(service: FakeService, topic: str, count: int) -> None:
    """Publishes what has changed of a wallet so many times."""
    for _ in range(count):
        service.publish(topic, Fact(len(service.log[topic]) + 1, False))


def parse(frame: dict[str, Any]) -> Any:
    """Reads a frame."""
    return parse_frame(json.dumps(frame))
