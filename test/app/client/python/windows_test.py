"""What a loop over windows or newest trades gets, whatever happens to its connections."""

import json
import random
import threading
import unittest
from dataclasses import fields
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

from strikeline import LiveWindow, SpotEvent, StreamOverrun
from strikeline.models.window import Window
from strikeline.stream.buffer import EventBuffer
from strikeline.stream.conversation import Conversation
from strikeline.stream.frames import HelloFrame, SubscribedFrame, parse_frame
from strikeline.stream.live_window import live_window, with_quote
from strikeline.stream.loops import Loop, spot, windows
from strikeline.stream.position import Joined, first_position, on_connect, since_of, take
from strikeline.stream.subscription import Subscription
from strikeline.stream.window_position import AWAITED_MAX, Watching

TOPIC = "windows:btc:5min"
START = 1_767_225_600
LENGTH_SEC = 300


def iso(sec: float) -> str:
    return datetime.fromtimestamp(sec, timezone.utc).isoformat()


def side(name: str, bid: str | None, ask: str | None) -> dict[str, Any]:
    sizes = {"bid_size": bid and 5, "ask_size": ask and 5}
    return {"name": name, "best_bid": bid, "best_ask": ask, **sizes}


def price(value: float) -> dict[str, Any]:
    numbers = {"value": value, "distance": value - 87_000, "distance_bps": 1}
    return {"source": "oracle_twap", "at": iso(START), **numbers}


def window(start: int, phase: str, *, is_resolved: bool = False, **other: Any) -> Any:
    end = start + LENGTH_SEC
    close = {"price": 87_100, "source": "oracle_twap", "at": None} if phase == "closed" else None
    resolution = {"outcome": "up", "at": None, "source": None} if is_resolved else None
    tokens = [{**side(name, "0.6", "0.62"), "token_id": "1", "at": None} for name in ("Up", "Down")]
    market = {"condition_id": "0x1", "protocol": "v2", "tick": "0.01", "min_size": 5}
    market |= {"accepting_orders": True, "fee": None, "outcomes": tokens}
    body = {"asset": "btc", "interval": "5min", "start": start, "end": end, "slug": "s", "url": "u"}
    body |= {"start_iso": iso(start), "end_iso": iso(end), "seconds_left": 9, "market": market}
    body |= {"target": {"price": 87_000, "source": "oracle_twap", "state": "final", "at": None}}
    body |= {"price": price(87_054), "price_state": "live", "close": close}
    body |= {"outcome": close and "up", "resolution": resolution, **other}
    frame = {"type": "window", "topic": TOPIC, "seq": start, "phase": phase, "window": body}
    return parse_frame(json.dumps(frame))


def quote(
    start: int,
    bid: str | None,
    ask: str | None,
    value: int | None = 87_060,
    at: float = START + 100,
) -> Any:
    outcomes = [side("Up", bid, ask), side("Down", None, None)]
    frame: dict[str, Any] = {
        "type": "quote",
        "topic": TOPIC,
        "start": start,
        "outcomes": outcomes,
        "at": iso(at),
    }
    frame["price"] = None if value is None else price(value)
    return parse_frame(json.dumps(frame))


def trade(value: int) -> Any:
    frame = {"type": "spot", "topic": "spot:btc", "asset": "btc", "price": value}
    return parse_frame(json.dumps({**frame, "at": iso(START), "source": "aggTrades"}))


def live(frame: Any, now: float = START) -> LiveWindow:
    return live_window(frame, lambda: now)


class LiveWindows(unittest.TestCase):
    def test_mid_and_spread(self) -> None:
        """mid and spread are exact, and None where a side or the market is missing"""
        for bid, ask, mid, spread in (
            ("0.1", "0.3", "0.2", "0.2"),
            ("0.0001", "0.0002", "0.00015", "0.0001"),
            ("0.61", "0.62", "0.615", "0.01"),
        ):
            one = live(with_quote(window(START, "open"), quote(START, bid, ask)))
            self.assertEqual((one.mid("Up"), one.spread("up")), (Decimal(mid), Decimal(spread)))
        for left, right in ((None, "0.5"), ("0.5", None), (None, None)):
            one = live(with_quote(window(START, "open"), quote(START, left, right)))
            self.assertEqual((one.mid("Up"), one.spread("Up")), (None, None))
        bare = live(window(START, "next", market=None, price=None))
        self.assertEqual((bare.mid("Up"), bare.outcome("Up"), bare.distance), (None,) * 3)
        self.assertIsNone(live(window(START, "open")).outcome("Sideways"))

    def test_fields(self) -> None:
        """it has every field of a window; how it ended is its `result`"""
        mine, its = ({each.name for each in fields(kind)} for kind in (LiveWindow, Window))
        self.assertEqual(its - mine, {"seconds_left", "outcome"})
        self.assertEqual(mine - its, {"phase", "result", "_clock"})
        closed = live(window(START, "closed"))
        self.assertEqual((closed.phase, closed.result, closed.slug), ("closed", "up", "s"))
        self.assertEqual(closed.distance, Decimal(54))

    def test_seconds_left(self) -> None:
        """the seconds to its end are counted by the service's clock, or at an instant"""
        self.assertEqual(live(window(START, "open"), START + 1.256).seconds_left(), 298.744)
        for sec, left in ((299, 1), (301, 0)):
            now = datetime.fromtimestamp(START + sec, timezone.utc)
            self.assertEqual(live(window(START, "open")).seconds_left(now), left)

    def test_prices(self) -> None:
        """newer prices take the place of older ones, and leave all else as it was"""
        frame = window(START, "open")
        merged = live(with_quote(frame, quote(START, "0.4", None, None)))
        self.assertEqual((merged.price, merged.price_state), (None, "stale"))
        up, down = merged.outcome("Up"), merged.outcome("Down")
        assert up is not None and down is not None
        self.assertEqual((up.best_bid, up.best_ask, up.token_id), (Decimal("0.4"), None, "1"))
        self.assertEqual(up.at, datetime.fromtimestamp(START + 100, timezone.utc))
        # What is not known of a book was not so at any time.
        self.assertEqual((down.best_bid, down.at), (None, None))
        self.assertEqual((merged.target, merged.slug), (frame.window.target, "s"))
        bare = with_quote(window(START, "open", market=None), quote(START, "0.4", None))
        self.assertEqual((bare.window.market, live(bare).price_state), (None, "live"))


class WindowPositions(unittest.TestCase):
    def test_once(self) -> None:
        """each window is seen to close once and to be resolved once, wherever connections break"""
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        for _ in range(150):
            position, now = first_position(None), START + 10.0
            told: dict[int, tuple[str, bool]] = {}
            first, got = 0, []
            steps = [(chance.randrange(1, 700), chance.random() < 0.5) for _ in range(20)]
            for step, is_cut in [(0, True), *steps, (1_000, False)]:
                now += step
                last = int(now - START) // LENGTH_SEC
                if is_cut:
                    position = on_connect(position, now)
                    since = since_of(position, LENGTH_SEC)
                    first = last if since is None else (since - START) // LENGTH_SEC + 1
                    told = {}
                for index in range(first, last + 1):
                    end = START + (index + 1) * LENGTH_SEC
                    state = "closed" if now >= end + 5 else "open", now >= end + 90
                    if told.get(index) != state:
                        told[index] = state
                        frame = window(START + index * LENGTH_SEC, state[0], is_resolved=state[1])
                        position, news = take(position, frame, LENGTH_SEC)
                        got += [] if news is None else [(index, state)]
            for index in range(int(now - START - 90) // LENGTH_SEC):
                self.assertEqual(got.count((index, ("closed", True))), 1, seed)
                self.assertLessEqual(got.count((index, ("closed", False))), 1, seed)

    def test_where_to_go_on(self) -> None:
        """a loop goes on after the last window that it saw close, and misses no close"""
        position: Any = on_connect(first_position(None), START)
        for start, phase, is_resolved, since in (
            (START, "open", False, START - 1),
            (START + 300, "next", False, START - 1),
            (START, "closed", True, START),
            (START + 300, "open", False, START),
            (START + 300, "closed", False, START + 299),
            (START + 300, "closed", True, START + 300),
        ):
            frame = window(start, phase, is_resolved=is_resolved)
            position, news = take(position, frame, LENGTH_SEC)
            self.assertIs(news, frame)
            self.assertEqual(since_of(on_connect(position, START), LENGTH_SEC), since)
            if phase == "closed":
                # As a replica that is behind, or repeats itself, has it.
                for old in (frame, window(start, "open"), quote(start, "0.1", "0.2")):
                    self.assertEqual(take(position, old, LENGTH_SEC), (position, None))
        self.assertEqual(take(position, window(START + 600, "new"), 300), (position, None))

    def test_what_was_over_before(self) -> None:
        """a window that ended as the loop began was over before, as are those up to `since`"""
        joined = Joined(START + 300, is_returned=True)
        self.assertEqual(take(joined, window(START, "closed"), 300), (joined, None))
        begun = first_position(START)
        self.assertEqual(take(begun, window(START, "closed"), 300), (begun, None))
        after, news = take(begun, window(START + 300, "closed", is_resolved=True), 300)
        self.assertEqual((after, news is None), (Watching(START + 300, {}), False))

    def test_bound(self) -> None:
        """the last dozen of windows that nobody resolves is awaited, and no more"""
        position: Any = first_position(None)
        for index in range(40):
            frame = window(START + index * LENGTH_SEC, "closed")
            position, _ = take(position, frame, LENGTH_SEC)
        self.assertEqual(len(position.awaited), AWAITED_MAX)


class SlowLoops(unittest.IsolatedAsyncioTestCase):
    def begin(self, loop: Loop[Any], topic: str, events_max: int) -> tuple[Any, Any]:
        followed = loop.followed
        conversation = Conversation(
            HelloFrame("hello", 1, datetime.fromtimestamp(START, timezone.utc))
        )
        subscription = Subscription(followed, key=None, events_max=events_max, wake=lambda: None)
        conversation.ask(subscription)
        self.texts, _ = conversation.sendable(0)
        conversation.take(SubscribedFrame("subscribed", followed.channel, (topic,), 1))
        return conversation, subscription

    async def test_windows(self) -> None:
        """a loop that is slow gets the newest prices next, and every change of a window"""
        conversation, loop = self.begin(windows("btc", "5min"), TOPIC, 3)
        [text] = self.texts
        request = {"op": "subscribe", "id": 1, "channel": "windows"}
        self.assertEqual(json.loads(text), {**request, "assets": ["btc"], "intervals": ["5min"]})
        down = {"type": "feed", "provider": "oracle", "state": "down", "since": iso(START)}
        conversation.take(parse_frame(json.dumps(down)))
        bids = [f"0.{digits}" for digits in range(10, 60)]
        conversation.take(window(START, "open"))
        for bid in bids:
            conversation.take(quote(START, bid, "0.9"))
        conversation.take(window(START + 300, "next"))
        for bid in reversed(bids):
            conversation.take(quote(START, bid, "0.9", at=START + 301))
        seen = [loop.buffer.take() for _ in range(3)]
        told = [(one.phase, one.start, one.outcome("Up").best_bid) for one in seen]
        bests = [Decimal("0.59"), Decimal("0.6"), Decimal("0.10")]
        phases = [("open", START), ("next", START + 300), ("open", START)]
        self.assertEqual(told, [(*pair, best) for pair, best in zip(phases, bests)])
        self.assertEqual([each.seconds_left() for each in (seen[0], seen[2])], [0, 0])
        self.assertIsNone(loop.buffer.take())
        # Changes are not left out: a loop that takes none of them is too slow.
        for index in range(4):
            conversation.take(window(START + index * 300, "closed"))
        with self.assertRaises(StreamOverrun):
            while loop.buffer.take() is not None:
                pass

    async def test_spot(self) -> None:
        """a loop over trades gets the newest of an asset alone, and asks without a since"""
        conversation, loop = self.begin(spot(assets=["btc"]), "spot:btc", 1)
        request = {"op": "subscribe", "id": 1, "channel": "spot", "assets": ["btc"]}
        self.assertEqual([json.loads(text) for text in self.texts], [request])
        for value in (1, 2, 3):
            conversation.take(trade(value))
        event = loop.buffer.take()
        assert isinstance(event, SpotEvent)
        self.assertEqual((event.price, loop.buffer.take()), (Decimal(3), None))
        self.assertEqual([each.since for each in loop.connected(START + 9.0)], [None])

    async def test_names(self) -> None:
        """the short form names one series, and not another beside it"""
        with self.assertRaisesRegex(TypeError, "beside assets"):
            windows("btc", assets=["eth"])
        self.assertEqual(windows("BTC", "5m").followed.spans, ("5min",))  # type: ignore
        self.assertEqual(windows(since=5).followed.since, 5)

    async def test_replacing(self) -> None:
        """an event is taken or replaced, and never both, on whatever threads"""
        buffer = EventBuffer(1, lambda: None)
        taken: list[Any] = []
        place = buffer.push(trade(0))

        def take_all() -> None:
            while len(taken) < 1:
                event = buffer.take()
                taken.extend([] if event is None else [event])

        thread = threading.Thread(target=take_all)
        thread.start()
        last: Any = 0
        while buffer.replace(place, trade(last + 1)):
            last += 1
        thread.join(200)
        self.assertEqual(taken[0].price, last)
