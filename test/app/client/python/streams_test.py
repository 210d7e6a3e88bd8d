"""The stream of a service that nobody breaks."""

import asyncio
import gc
import subprocess
import sys
import threading
import unittest
from typing import Any

from facts import until
from service import API_KEY, BASE_URL
from strikeline import (
    AsyncClient,
    Client,
    FeedEvent,
    GameEvent,
    StartEvent,
    StreamOptions,
    StreamRejected,
    StreamState,
    StrikelineError,
    TargetEvent,
    Timing,
    TwapEvent,
)

QUICK = Timing(first_retry=0.01, retry_max=0.2)


class Streams(unittest.TestCase):
    def setUp(self) -> None:
        self.states: list[StreamState] = []
        options = StreamOptions(timing=QUICK, on_state=self.states.append)
        self.client = Client(BASE_URL, api_key=API_KEY, stream=options)
        self.addCleanup(self.client.close)

    def opened(self) -> int:
        return sum(state.state == "open" for state in self.states)

    def test_targets(self) -> None:
        """the current targets come first, one of each topic"""
        stream = self.client.stream.targets(assets=["btc", "eth"], intervals=["5min", "15min"])
        with stream as events:
            first = {}
            while len(first) < 4:
                event = next(events)
                if isinstance(event, TargetEvent):
                    first[event.topic] = event
        for event in first.values():
            self.assertEqual(event.seq, int(event.window_start_iso.timestamp()))
            self.assertEqual(event.window_end_at.timestamp(), event.window_end)

    def test_games(self) -> None:
        """a loop over games begins with a start, and needs a key that may read"""
        with self.client.stream.games(leagues=["wsl"]) as events:
            start = next(events)
        assert isinstance(start, StartEvent)
        self.assertEqual(start.topics, ("games:wsl",))
        # Every state that is kept comes again, each game once.
        games = self.client.stream.games(leagues=["wsl"], since=0)
        first = next(games)
        assert isinstance(first, GameEvent)
        self.assertEqual((first.topic, first.game.league), ("games:wsl", "wsl"))
        self.assertIsNotNone(first.game.coverage)
        games.close()
        with self.assertRaises(StreamRejected) as caught:
            next(Client(BASE_URL, api_key="sk_test_wrong").stream.games())
        self.assertEqual(caught.exception.code, "unauthorized")
        self.assertNotIn("sk_test_wrong", str(caught.exception))
        with self.assertRaisesRegex(ValueError, "api_key"):
            Client(BASE_URL).stream.games()

    def test_loops_share_a_connection(self) -> None:
        """loops share a connection unless they have a common topic, and leave it when they end"""
        first = self.client.stream.twap(assets=["btc"])
        second = self.client.stream.targets(assets=["btc"])
        next(first), next(second)
        self.assertEqual(self.opened(), 1)
        third = self.client.stream.twap()
        next(third)
        self.assertEqual(self.opened(), 2)
        for events in (first, second, third):
            events.close()
            self.assertEqual(list(events), [])
        until(lambda: [state.state for state in self.states].count("closed") == 2)

    def test_forgotten_loops_end(self) -> None:
        """a loop that is left with `break` ends, and so does its connection"""
        for _ in self.client.stream.twap(assets=["btc"]):
            break
        gc.collect()
        until(lambda: any(state.state == "closed" for state in self.states))

    def test_closing_ends_loops(self) -> None:
        """closing the client ends a loop that waits on another thread"""
        events = self.client.stream.targets(assets=["btc"], intervals=["daily"])
        seen: list[Any] = []
        thread = threading.Thread(target=lambda: seen.extend(events))
        thread.start()
        until(lambda: self.opened() > 0)
        self.client.close()
        thread.join(200)
        self.assertFalse(thread.is_alive())
        with self.assertRaises(StrikelineError):
            next(self.client.stream.twap())
        names = [each.name for each in threading.enumerate()]
        self.assertNotIn("strikeline-stream", names)

    def test_interrupts(self) -> None:
        """Ctrl-C ends a program that waits for an event, without noise"""
        program = (
            "import sys\nfrom strikeline import Client\n"
            "try:\n"
            "    for event in Client(sys.argv[1]).stream.twap(assets=['btc']):\n"
            "        print(event.topic, flush=True)\n"
            "except KeyboardInterrupt: print('interrupted')\n"
        )
        command = [sys.executable, "-c", program, BASE_URL]
        running = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert running.stdout and running.stderr
        self.assertEqual(running.stdout.readline(), "twap:btc:60\n")
        running.send_signal(2)
        out, err = running.communicate(timeout=200)
        self.assertEqual((out.splitlines()[-1], err, running.returncode), ("interrupted", "", 0))


class AsyncStreams(unittest.IsolatedAsyncioTestCase):
    async def test_several_loops(self) -> None:
        """loops run side by side, and end with the client"""
        client = AsyncClient(BASE_URL, api_key=API_KEY)
        loops = [client.stream.twap(assets=["eth"]), client.stream.games(leagues=["wsl"])]
        first, start = await asyncio.gather(*(anext(loop) for loop in loops))
        self.assertIsInstance(first, TwapEvent | FeedEvent)
        self.assertIsInstance(start, StartEvent)
        waiting = asyncio.ensure_future(anext(client.stream.games(leagues=["nfl"])))
        await waiting
        await client.aclose()
        for loop in loops:
            with self.assertRaises(StopAsyncIteration):
                while True:
                    await anext(loop)
        closed = AsyncClient(BASE_URL)
        await closed.aclose()
        for each in (client, closed):
            with self.assertRaises(StrikelineError):
                await anext(each.stream.twap())
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        self.assertEqual(others, [])
