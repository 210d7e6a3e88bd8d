"""The stream through a cable that breaks, for asyncio: `long_run_bot.py` follows it on threads."""

import asyncio
import unittest

import service_control
from service import API_KEY, BASE_URL
from strikeline import AsyncClient, Client, GapEvent, StreamOptions, StreamState, Timing, TwapEvent


def seconds_of(event: object) -> range:
    """Returns the second of an average, or every second that a gap names."""
    if isinstance(event, GapEvent):
        return range(event.from_seq, event.to_seq + 1)
    return range(event.seq, event.seq + 1) if isinstance(event, TwapEvent) else range(0)


def told(first: int, last: int) -> list[int]:
    """Returns the seconds of a range that the service tells an undisturbed loop, gaps included.

    The oracle itself leaves out a second at times.
    """
    got: list[int] = []
    with Client(BASE_URL) as client:
        for event in client.stream.twap(assets=["btc"], since=first - 1):
            got.extend(seconds_of(event))
            if got and got[-1] >= last:
                break
    return [sec for sec in got if sec <= last]


class BrokenStreams(unittest.IsolatedAsyncioTestCase):
    async def test_cuts(self) -> None:
        """seconds are neither missing nor repeated over cuts, also in the middle of a frame"""
        states: list[StreamState] = []
        timing = Timing(first_retry=0.01, retry_max=0.2)
        options = StreamOptions(timing=timing, on_state=states.append)
        async with AsyncClient(BASE_URL, api_key=API_KEY, stream=options) as client:
            got: list[int] = []
            async for event in client.stream.twap(assets=["btc"]):
                got.extend(seconds_of(event))
                if len(got) in (3, 6):
                    await asyncio.to_thread(service_control.cut)
                if len(got) == 8:
                    await asyncio.to_thread(service_control.cut_after, 100)
                if len(got) >= 11:
                    break
            self.assertEqual(got, await asyncio.to_thread(told, got[0], got[-1]))
        self.assertGreaterEqual(sum(state.state == "open" for state in states), 3)
        reasons = [state.reason for state in states if state.state == "reconnecting"]
        self.assertTrue(all(reasons) and reasons)
