"""What a client acknowledges to a replay."""

import asyncio
import json
import unittest
from typing import Any

from fake_service import iso
from strikeline.stream.conversation import Conversation
from strikeline.stream.frames import HelloFrame, parse_frame
from strikeline.stream.resume import Followed
from strikeline.stream.subscription import Subscription

NOON_SEC = 1_764_244_800
TOPIC = "twap:btc:60"


def frame(**fields: Any) -> Any:
    """Returns a frame as it is read."""
    return parse_frame(json.dumps(fields))


def hello(**more: Any) -> HelloFrame:
    """Returns the greeting."""
    greeting = frame(type="hello", protocol=1, serverTime=iso(NOON_SEC), **more)
    assert isinstance(greeting, HelloFrame)
    return greeting


def average(seq: int) -> Any:
    """Returns an average."""
    value = {"value": "1", "valueE18": "1000000000000000000", "observedAt": iso(seq)}
    about = {"asset": "btc", "symbol": "btc/usd", "windowSeconds": 60, "source": "oracle_twap"}
    return frame(type="twap", topic=TOPIC, seq=seq, **about, **value)


class Lockstep(unittest.IsolatedAsyncioTestCase):
    def begin(self, is_asked: bool, **greeting: Any) -> tuple[Conversation, Subscription, Any]:
        """Returns a conversation with one loop, and what it has sent."""
        self.idle = 0
        conversation = Conversation(hello(**greeting), is_asked)
        followed = Followed("twap", ("btc",), ("60",), None)
        loop = Subscription(followed, key=None, events_max=9, wake=lambda: None)
        loop.on_idle = self.note_idle
        conversation.ask(loop)
        texts, _ = conversation.sendable(0.0)
        return conversation, loop, json.loads(texts[0])

    def note_idle(self) -> None:
        self.idle += 1

    def take(self, conversation: Conversation, received: Any) -> None:
        conversation.received += 1
        conversation.take(received)

    async def test_waits_for_the_loop(self) -> None:
        """what was received is acknowledged once the loop asks for what is next"""
        conversation, loop, sent = self.begin(True, lockstep=True)
        self.assertIs(sent["ack"], True)
        self.assertIsNone(conversation.acknowledgement())
        self.take(conversation, frame(type="subscribed", id=1, channel="twap", topics=[TOPIC]))
        self.assertIsNone(loop.buffer.take())
        self.assertEqual(conversation.acknowledgement(), '{"op":"ack","n":2}')
        self.assertIsNone(conversation.acknowledgement())
        self.take(conversation, average(NOON_SEC))
        self.assertIsNotNone(loop.buffer.take())
        self.assertIsNone(conversation.acknowledgement())
        self.assertIsNone(loop.buffer.take())
        self.assertEqual(conversation.acknowledgement(), '{"op":"ack","n":3}')
        await self.turn()
        self.assertEqual(self.idle, 2)

    async def test_does_not_wait_for_what_has_ended(self) -> None:
        """a loop that has ended holds nothing back"""
        conversation, loop, _ = self.begin(True, lockstep=True)
        loop.end()
        self.assertEqual(conversation.acknowledgement(), '{"op":"ack","n":1}')

    async def test_says_nothing_elsewhere(self) -> None:
        """nothing is acknowledged where it was not asked for, or nothing waits"""
        for is_asked, greeting in ((True, {}), (False, {"lockstep": True})):
            with self.subTest(is_asked=is_asked):
                conversation, loop, sent = self.begin(is_asked, **greeting)
                self.assertNotIn("ack", sent)
                self.assertIsNone(loop.buffer.take())
                self.assertIsNone(conversation.acknowledgement())

    async def turn(self) -> None:
        """Lets the event loop call what was handed to it."""
        await asyncio.sleep(0)


if __name__ == "__main__":
    unittest.main()
