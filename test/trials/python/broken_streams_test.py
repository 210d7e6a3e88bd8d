"""The stream through a cable that breaks, and of a service that is killed."""

import asyncio
import threading
import unittest
from collections.abc import Iterator

import service_control
from service import API_KEY, BASE_URL
from strikeline import AsyncClient, Client, GapEvent, StreamOptions, StreamState, Timing, TwapEvent

QUICK = Timing(first_retry=0.01, retry_max=0.2)


def told(first: int, last: int) -> list[int]:
    """Returns the seconds of a range that the service tells an undisturbed loop, gaps included.

    The oracle itself leaves out a second at times.
    """
    got: list[int] = []
    with Client(BASE_URL) as client:
        for event in client.stream.twap(assets=["btc"], since=first - 1):
            if isinstance(event, TwapEvent):
                got.append(event.seq)
            elif isinstance(event, GapEvent):
                got.extend(range(event.from_seq, event.to_seq + 1))
            if got and got[-1] >= last:
                break
    return [sec for sec in got if sec <= last]


class BrokenStreams(unittest.TestCase):
    def setUp(self) -> None:
        self.states: list[StreamState] = []
        options = StreamOptions(timing=QUICK, on_state=self.states.append)
        self.client = Client(BASE_URL, api_key=API_KEY, stream=options)
        self.addCleanup(self.client.close)

    def opened(self) -> int:
        return sum(state.state == "open" for state in self.states)

    def seconds(self, since: int | None = None) -> Iterator[int]:
        """Yields the seconds of the average, and every second that a gap names."""
        for event in self.client.stream.twap(assets=["btc"], since=since):
            if isinstance(event, TwapEvent):
                yield event.seq
            elif isinstance(event, GapEvent):
                yield from range(event.from_seq, event.to_seq + 1)

    def test_cuts(self) -> None:
        """seconds are neither missing nor repeated over cuts, also in the middle of a frame"""
        got = []
        for count, sec in enumerate(self.seconds()):
            got.append(sec)
            if count == 15:
                break
            if count % 5 == 1:
                service_control.cut()
            elif count % 5 == 3:
                service_control.cut_after(100)
        self.assertEqual(got, told(got[0], got[-1]))
        self.assertGreaterEqual(self.opened(), 5)
        reasons = [state.reason for state in self.states if state.state == "reconnecting"]
        self.assertTrue(all(reasons) and reasons)

    def test_a_killed_service(self) -> None:
        """seconds are neither missing nor repeated though the service is killed"""
        seconds = self.seconds()
        got = [next(seconds) for _ in range(2)]
        killing = threading.Thread(target=service_control.kill)
        killing.start()
        while killing.is_alive() or len(got) < 8:
            got.append(next(seconds))
        got.append(next(seconds))
        self.assertEqual(got, told(got[0], got[-1]))
        self.assertGreaterEqual(self.opened(), 2)


class BrokenAsyncStreams(unittest.IsolatedAsyncioTestCase):
    async def test_cuts(self) -> None:
        """seconds are neither missing nor repeated over cuts, for asyncio too"""
        options = StreamOptions(timing=QUICK)
        async with AsyncClient(BASE_URL, api_key=API_KEY, stream=options) as client:
            got: list[int] = []
            async for event in client.stream.twap(assets=["btc"]):
                if isinstance(event, TwapEvent):
                    got.append(event.seq)
                elif isinstance(event, GapEvent):
                    got.extend(range(event.from_seq, event.to_seq + 1))
                if len(got) in (3, 6):
                    await asyncio.to_thread(service_control.cut)
                if len(got) >= 9:
                    break
            self.assertEqual(got, await asyncio.to_thread(told, got[0], got[-1]))
