"""What a loop gets, whatever happens to its connections: without a socket and without time."""

import random
import unittest
from datetime import datetime, timezone

from fake_loop import Loop, complaint
from fake_service import Fact, FakeService, length
from strikeline import (
    FeedEvent,
    StartEvent,
    StreamOverrun,
    StreamRejected,
    Timing,
)
from strikeline.errors import UnexpectedAnswer
from strikeline.stream.buffer import BufferEnded
from strikeline.stream.feed_states import FeedStates
from strikeline.stream.frames import HelloFrame, MessageLimits, SubscribedFrame, parse_frame
from strikeline.stream.liveness import Liveness
from strikeline.stream.message_pace import MessagePace
from strikeline.stream.loops import games, targets, twap
from strikeline.stream.requests import SubscribeRequest, TopicRequest, requests_of
from strikeline.stream.conversation import UNANSWERED_MAX, ConnectionFault, Conversation
from strikeline.stream.subscription import Subscription
from strikeline.stream.timing import retry_delay

TOPICS = ["targets:btc:5min", "targets:btc:15min", "targets:eth:5min", "twap:btc:60"]


class Positions(unittest.IsolatedAsyncioTestCase):
    async def test_once_and_in_order(self) -> None:
        """a loop gets every event once and in order, wherever its connections break"""
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        for _ in range(150):
            start = 1_767_225_600
            service = FakeService(TOPICS, start - 1_000)
            self._publish(service, 1_000 + chance.randrange(400), is_missing=False)
            since = chance.choice([None, start - 700, start + 400])
            loops = [
                Loop(
                    service,
                    targets(assets=["btc"], intervals=["5min", "15min"], since=since).followed,
                ),
                Loop(service, targets(intervals=["5min"], since=since).followed),
                Loop(service, twap(assets=["btc"], windows=[60], since=since).followed),
            ]
            for loop in loops:
                loop.connect(0)
            for _ in range(chance.randrange(5, 60)):
                self._step(chance, service, loops)
            self._publish(service, 900, is_missing=False)
            for loop in loops:
                loop.exchange(10**6)
                loop.exchange(10**6)
                for topic in TOPICS:
                    if topic in loop.joined:
                        self.assertIsNone(complaint(topic, loop), f"{topic}, seed {seed}")

    def _step(self, chance: random.Random, service: FakeService, loops: list[Loop]) -> None:
        loop = chance.choice(loops)
        match chance.randrange(6):
            case 0 | 1:
                self._publish(service, chance.choice([1, 2, 300]), chance.random() < 0.2)
            case 2:
                loop.connect(chance.randrange(3))
            case 3:
                loop.exchange(chance.randrange(1, 4))
            case _:
                loop.exchange(10**6)

    def _publish(self, service: FakeService, ahead: int, is_missing: bool) -> None:
        """Moves the clock, past no start of a window, and publishes what is new then."""
        while ahead > 0:
            step = min(ahead, 300 - service.now % 300)
            service.now += step
            ahead -= step
            for topic in TOPICS:
                if topic.startswith("twap") or service.now % length(topic) == 0:
                    is_told = is_missing and topic.startswith("targets")
                    service.publish(topic, Fact(service.now, is_told))

    async def test_overrun(self) -> None:
        """a loop that is too slow gets what was buffered, and then where to go on"""
        service = FakeService(TOPICS, 1_767_225_600)
        loop = Loop(
            service, twap(assets=["btc"], windows=[60], since=1_767_225_600).followed, events_max=5
        )
        loop.connect(0)
        loop.conversation.take(parse_frame('{"type": "pong"}'))
        for text in loop.conversation.sendable(0.0)[0]:
            loop.wire.receive(text)
        for _ in range(7):
            self._publish(service, 1, is_missing=False)
        for text in loop.wire.frames:
            loop.conversation.take(parse_frame(text))
        buffer = loop.subscription.buffer
        seqs = [buffer.take().seq for _ in range(5)]
        self.assertEqual(seqs, list(range(1_767_225_601, 1_767_225_606)))
        with self.assertRaises(StreamOverrun) as caught:
            buffer.take()
        self.assertEqual(caught.exception.last_seqs, {"twap:btc:60": 1_767_225_605})
        with self.assertRaises(BufferEnded):
            buffer.take()
        self.assertEqual(len(loop.conversation._subscriptions), 1)

    async def test_refusals(self) -> None:
        """a refusal ends its own loop; a passing failure ends the connection"""
        hello = HelloFrame("hello", 1, datetime.now(timezone.utc))
        for code, ends in (("bad_request", True), ("unavailable", False), ("internal", False)):
            conversation = Conversation(hello)
            mine, other = (
                Subscription(
                    games(leagues=None, since=1).followed, key="k", events_max=9, wake=lambda: None
                )
                for _ in range(2)
            )
            conversation.ask(mine)
            conversation.ask(other)
            conversation.sendable(0.0)
            frame = parse_frame(f'{{"type": "error", "id": 1, "error": "No", "code": "{code}"}}')
            assert frame is not None
            if not ends:
                with self.assertRaises(ConnectionFault):
                    conversation.take(frame)
                continue
            conversation.take(frame)
            with self.assertRaises(StreamRejected):
                mine.buffer.take()
            self.assertIsNone(other.buffer.take())

    async def test_one_start(self) -> None:
        """a loop over games has one start, however often it is subscribed"""
        loop = Subscription(games().followed, key="k", events_max=9, wake=lambda: None)
        topics = ("games:nba", "games:nhl")
        for _ in range(2):
            loop.subscribed(SubscribedFrame("subscribed", "games", topics, seq=7))
        start = loop.buffer.take()
        assert isinstance(start, StartEvent)
        self.assertEqual((start.topics, start.seq), (("games:nba", "games:nhl"), 7))
        self.assertIsNone(loop.buffer.take())

    async def test_unanswered_requests_are_few(self) -> None:
        """no more requests are sent than are answered, and none faster than the service takes"""
        limits = MessageLimits(messages_per_sec=10, message_burst=8)
        conversation = Conversation(
            HelloFrame("hello", 1, datetime.now(timezone.utc), limits=limits)
        )
        for seq in range(40):
            followed = twap(assets=["btc"], windows=[60], since=seq).followed
            conversation.ask(Subscription(followed, key=None, events_max=9, wake=lambda: None))
        now, sent = 0.0, 0
        for _ in range(200):
            texts, wait = conversation.sendable(now)
            sent += len(texts)
            self.assertLessEqual(sent, 4 + now * 10 + 1e-6)
            if wait is None:
                break
            now += wait
        self.assertEqual(sent, UNANSWERED_MAX)
        conversation.take(
            parse_frame('{"type": "subscribed", "id": 1, "channel": "twap", "topics": []}')
        )
        self.assertEqual(len(conversation.sendable(now + 9)[0]), 1)


class Parts(unittest.TestCase):
    def test_requests_cover_what_is_wanted(self) -> None:
        """requests cover every wanted topic once, with its own `since`"""
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        for _ in range(200):
            wanted = {
                (asset, span): chance.choice([None, 1, 2])
                for asset in chance.choice(["abc", [None]])
                for span in "xyz"
                if chance.random() < 0.6
            }
            requests = requests_of(
                TopicRequest(asset, span, since) for (asset, span), since in wanted.items()
            )
            covered = [
                ((asset, span), request.since)
                for request in requests
                for asset in request.assets or (None,)
                for span in request.spans
            ]
            self.assertEqual(sorted(covered, key=str), sorted(wanted.items(), key=str), seed)

    def test_every_asset_covers_the_named_ones(self) -> None:
        """a request for every asset is not narrowed by one that is named as well"""
        wanted = [TopicRequest("btc", "5min", None), TopicRequest(None, "5min", None)]
        self.assertEqual(requests_of(wanted), [SubscribeRequest(None, ("5min",), None)])

    def test_feed_states(self) -> None:
        """a state is told when it changes, and a recovery that nobody saw is told too"""
        since = datetime(2026, 1, 1, tzinfo=timezone.utc)
        later = datetime(2026, 1, 2, tzinfo=timezone.utc)
        states = FeedStates()
        healthy = FeedEvent("feed", "oracle", "healthy", since)
        down = FeedEvent("feed", "oracle", "down", since)
        self.assertIsNone(states.take(healthy))
        self.assertEqual([states.take(down), states.take(down)], [down, None])
        states.disconnected()
        self.assertEqual(states.assume_healthy(later), [])
        # One that is told again is not assumed, nor is one of a connection that ended.
        states.subscribed(["oracle"])
        states.take(down)
        self.assertEqual(states.assume_healthy(later), [])
        states.subscribed(["oracle"])
        states.disconnected()
        self.assertEqual(states.assume_healthy(later), [])
        states.subscribed(["oracle"])
        self.assertEqual([event.state for event in states.assume_healthy(later)], ["healthy"])
        self.assertEqual(states.assume_healthy(later), [])

    def test_liveness(self) -> None:
        """a silent connection is pinged and then given up; an answered one never is"""
        timing = Timing(ping_interval=15, silence=20)
        liveness = Liveness(0.0, timing)
        self.assertEqual(liveness.check(14.9), ("nothing", 15.0))
        self.assertEqual(liveness.check(15.0)[0], "ping")
        self.assertEqual(liveness.check(19.9)[0], "nothing")
        self.assertEqual(liveness.check(20.0)[0], "give_up")
        liveness = Liveness(0.0, timing)
        # A machine that slept for an hour asks before it gives up.
        self.assertEqual(liveness.check(3_600.0)[0], "ping")
        liveness.received(3_601.0)
        self.assertEqual(liveness.check(3_614.0)[0], "nothing")
        # An answered ping leaves nothing to wait for: the next one has its own time.
        self.assertEqual(liveness.check(3_622.0)[0], "ping")
        self.assertEqual(liveness.check(3_626.9)[0], "nothing")

    def test_retry_delays(self) -> None:
        """delays double up to the longest, and random takes away at most half"""
        timing = Timing(first_retry=0.1, retry_max=10)
        self.assertEqual([retry_delay(n, timing, 0.0) for n in (0, 1, 2)], [0.1, 0.2, 0.4])
        self.assertEqual(retry_delay(99, timing, 0.0), 10)
        self.assertGreater(retry_delay(99, timing, 0.999), 5)

    def test_pace_without_limits(self) -> None:
        """a service that announces no limits gets messages at once"""
        pace = MessagePace(MessageLimits())
        self.assertEqual({pace.spend(0.0) for _ in range(1_000)}, {0.0})

    def test_frames(self) -> None:
        """what is no frame is refused, and a frame of a newer service is ignored"""
        self.assertIsNone(parse_frame('{"type": "news", "text": "hello"}'))
        for data in (b"{}", "[]", "{", "{}", '{"type": 1}', '{"type": "gap"}', "null"):
            with self.assertRaises(UnexpectedAnswer):
                parse_frame(data)

    def test_options(self) -> None:
        """names are spelled as the service does; empty lists, texts and odd seqs are refused"""
        followed = targets(assets=[" BTC", "ｂｔｃ"], intervals=["5m", "Ｄay"], since=None).followed
        self.assertEqual((followed.assets, followed.spans), (("btc",), ("5min", "daily")))
        for windows in (None, [60], [60.0]):
            whole = twap(assets=None, windows=windows, since=1_767_225_600.0).followed
            self.assertEqual((whole.spans, repr(whole.since)), (("60",), "1767225600"))
        for wrong in ([], "btc"):
            with self.assertRaises((ValueError, TypeError)):
                targets(assets=wrong, intervals=None, since=None).followed
        for since in (-1, True, "5", 5.5, -1.0, float("nan")):
            with self.assertRaises(ValueError):
                games(leagues=None, since=since).followed
