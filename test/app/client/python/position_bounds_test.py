"""The first and the last value that a loop gets: each bound, and one second beside it."""

import dataclasses
import threading
import unittest
from datetime import datetime, timezone
from typing import Any, cast

from strikeline import GapEvent, TwapEvent
from strikeline._core.decode import decode
from strikeline.stream.buffer import BufferEnded, EventBuffer
from strikeline.stream.frames import ErrorFrame, HelloFrame, parse_frame
from strikeline.stream.position import After, Joined, New, since_of, take
from strikeline.stream.resume import Followed, Resume
from strikeline.stream.conversation import ConnectionFault, Conversation
from strikeline.stream.subscription import Subscription

TARGET = """{"type": "target", "topic": "targets:btc:5min", "seq": 600, "asset": "btc",
  "marketType": "5min", "provider": "oracle", "source": "oracle_twap", "price": 1.5,
  "windowStart": 600, "windowStartIso": "1970-01-01T00:10:00.000Z", "windowEnd": 900, "slug": "s",
  "url": "u", "publishedAt": "1970-01-01T00:10:01.000Z", "delayMs": 1000}"""


def average(seq: int) -> Any:
    fields = {"type": "twap", "topic": "twap:btc:60", "seq": seq, "asset": "btc", "value": "1"}
    fields |= {"symbol": "btc/usd", "windowSeconds": 60, "valueE18": "1", "source": "s"}
    return decode(TwapEvent, fields | {"observedAt": "2026-01-01T00:00:00.000Z"})


class Bounds(unittest.TestCase):
    def test_what_was_over_before(self) -> None:
        """a window that ends as the loop begins was over before; one second later it was not"""
        target: Any = parse_frame(TARGET)
        for event, end, age in ((target, 900, 300), (average(895), 900, 5)):
            over, open_ = (Joined(asked_at, is_returned=True) for asked_at in (end, end - 1))
            self.assertEqual(take(over, event, age), (over, None))
            self.assertEqual(take(open_, event, age), (After(event.seq), event))
            # Nothing is replayed on the first connection, so that every event is current.
            first = Joined(end)
            self.assertEqual(take(first, event, age), (After(event.seq), event))

    def test_gaps_that_were_over_before(self) -> None:
        """a gap that ends as the loop begins is not told; one second later it is"""
        gap = GapEvent("gap", "targets:btc:5min", 300, 600, "no_price")
        over, open_ = (Joined(asked_at, is_returned=True) for asked_at in (900, 899))
        self.assertEqual(take(over, gap, 300), (over, None))
        self.assertEqual(take(open_, gap, 300), (After(600), gap))
        # What the loop got already is no part of a gap, not even its first second.
        rest = dataclasses.replace(gap, from_seq=301)
        self.assertEqual(take(After(300), gap, 300), (After(600), rest))
        self.assertEqual(take(After(299), gap, 300), (After(600), gap))
        self.assertEqual(take(After(600), gap, 300), (After(600), None))

    def test_slow_reader_gaps(self) -> None:
        """a gap of a reader that was too slow is not told, as its events are replayed"""
        slow = GapEvent("gap", "twap:btc:60", 8, 9, "slow_reader")
        self.assertEqual(take(After(7), slow, 5), (After(7), None))

    def test_corrections(self) -> None:
        """a correction passes once the loop has the window, and leaves its position"""
        target: Any = parse_frame(TARGET)
        correction = dataclasses.replace(target, corrects=True)
        self.assertEqual(take(After(600), correction, 300), (After(600), correction))
        self.assertEqual(take(New(), correction, 300), (New(), None))
        self.assertEqual(take(After(600), target, 300), (After(600), None))

    def test_where_to_go_on(self) -> None:
        """a loop that got nothing asks for all that was open when it began, and for no more"""
        self.assertEqual(since_of(Joined(900.9, is_returned=True), 300), 600)
        self.assertIsNone(since_of(Joined(900.9), 300))

    def test_games_go_on_by_number(self) -> None:
        """a seq of games is no time: a new connection asks from the last number, or anew"""
        resume = Resume(Followed("games", ("nba",), ("",), None))
        for _ in range(2):
            self.assertEqual([each.since for each in resume.connected(1_000.0)], [None])
        resume.subscribed(["games:nba"], 7)
        self.assertEqual([each.since for each in resume.connected(1_000.0)], [7])
        resume.subscribed(["games:nba"], 9)
        # What came between the two is replayed, not skipped.
        self.assertEqual([each.since for each in resume.connected(1_000.0)], [7])


class Conversations(unittest.IsolatedAsyncioTestCase):
    async def test_joins_at_the_latest_time(self) -> None:
        """a loop that begins long after `hello` begins when the last value was published"""
        conversation = conversation_at_0()
        conversation.take(cast(Any, parse_frame(TARGET)))
        loop = loop_over("300")
        conversation.ask(loop)
        self.assertEqual([each.since for each in loop.connected(2_000.0)], [601 - 5])

    async def test_loops_that_left(self) -> None:
        """an error about a loop that has ended does not end the connection of the others"""
        conversation = conversation_at_0()
        left, kept = loop_over("30"), loop_over("60")
        conversation.ask(left)
        conversation.ask(kept)
        conversation.leave(left)
        conversation.take(ErrorFrame("error", "No", "internal", 1))
        with self.assertRaises(ConnectionFault):
            conversation.take(ErrorFrame("error", "No", "internal", 2))


def conversation_at_0() -> Conversation:
    return Conversation(HelloFrame("hello", 1, datetime.fromtimestamp(0, timezone.utc)))


def loop_over(span: str) -> Subscription:
    followed = Followed("twap", ("btc",), (span,), None)
    return Subscription(followed, key=None, events_max=9, wake=lambda: None)


class Buffers(unittest.TestCase):
    def test_collected_while_locked(self) -> None:
        """a loop that is collected on the thread that fills it does not wait for itself"""
        buffer = EventBuffer(1, lambda: None)

        def collected() -> None:
            with buffer._lock:
                buffer.end()

        thread = threading.Thread(target=collected, daemon=True)
        thread.start()
        thread.join(30)
        self.assertFalse(thread.is_alive())
        self.assertRaises(BufferEnded, buffer.take)
