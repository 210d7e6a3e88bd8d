"""How the stream connects, and what becomes of a connection that it gives up."""

import asyncio
import json
import unittest
from typing import Any
from unittest.mock import patch

import websockets
from facts import until_so
from strikeline import AsyncClient, StreamOptions, Timing
from strikeline.stream.socket import open_socket

HELLO = json.dumps({"type": "hello", "protocol": 1, "serverTime": "2026-01-01T00:00:00.000Z"})

AVERAGE = {
    **{"type": "twap", "topic": "twap:btc:60", "seq": 1_767_225_600, "asset": "btc"},
    **{"symbol": "btc/usd", "windowSeconds": 60, "source": "oracle_twap", "value": "1"},
    **{"valueE18": "1000000000000000000", "observedAt": "2026-01-01T00:00:00.000Z"},
}


class Dropped(unittest.IsolatedAsyncioTestCase):
    async def test_faulty_connections_are_dropped(self) -> None:
        """a connection that breaks the protocol is dropped before the next one, not left open"""
        opened = dropped = 0

        async def serve(socket: Any) -> None:
            nonlocal opened, dropped
            opened += 1
            await socket.send(HELLO)
            await socket.send(HELLO)
            await socket.wait_closed()
            dropped += 1

        options = StreamOptions(timing=Timing(first_retry=0.001, retry_max=0.01))
        async with websockets.serve(serve, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with AsyncClient(f"http://127.0.0.1:{port}", stream=options) as bot:
                events = bot.stream.targets()
                loop = asyncio.ensure_future(events.__anext__())
                await until_so(lambda: dropped >= 3 or opened >= 100)
                loop.cancel()
                self.assertGreaterEqual(dropped, 3, f"of {opened}")

    async def test_ends_with_a_replay(self) -> None:
        """where a replay is over, the loop ends after what it received, and nothing connects"""
        opened = 0

        async def serve(socket: Any) -> None:
            nonlocal opened
            opened += 1
            await socket.send(HELLO)
            asked = json.loads(await socket.recv())
            about = {"id": asked["id"], "channel": "twap", "topics": [AVERAGE["topic"]]}
            await socket.send(json.dumps({"type": "subscribed", **about}))
            await socket.send(json.dumps(AVERAGE))
            await socket.close(4000, "The replay is over")

        async with websockets.serve(serve, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with AsyncClient(f"http://127.0.0.1:{port}") as bot:
                events = bot.stream.twap(assets=["btc"])
                self.assertEqual([event.type async for event in events], ["twap"])
        self.assertEqual(opened, 1)

    async def test_closes_though_a_cancellation_is_swallowed(self) -> None:
        """a stream closes, though `asyncio.wait_for` of Python 3.11 may swallow a cancellation"""
        cancelled = 0
        is_connecting = asyncio.Event()

        async def connect(*_: Any) -> Any:
            nonlocal cancelled
            try:
                if cancelled == 0:
                    is_connecting.set()
                    await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled += 1
            raise OSError("refused in the moment of the cancellation")

        options = StreamOptions(timing=Timing(first_retry=0.001, retry_max=0.01))
        with patch("strikeline.stream.connection.open_socket", connect):
            async with AsyncClient("http://127.0.0.1:9", stream=options) as bot:
                loop = asyncio.ensure_future(bot.stream.targets().__anext__())
                await is_connecting.wait()
                loop.cancel()
        self.assertEqual(cancelled, 1)

    async def test_what_is_live(self) -> None:
        """a loop is live from the answer to it until its connection ends"""
        frames: asyncio.Queue[Any] = asyncio.Queue()
        connections = asyncio.Semaphore(1)

        class Socket:
            async def recv(self) -> Any:
                frame = await frames.get()
                if isinstance(frame, Exception):
                    raise frame
                return frame

            async def send(self, text: str) -> None:
                asked = json.loads(text)
                topics = [f"orders:{each}" for each in asked["wallets"]]
                answer = {"type": "subscribed", "id": asked["id"], "channel": "orders"}
                seqs = {topic: 7 for topic in topics}
                frames.put_nowait(json.dumps({**answer, "topics": topics, "seqs": seqs}))

        async def connect(*_: Any) -> Any:
            await connections.acquire()
            frames.put_nowait(HELLO)
            return Socket()

        options = StreamOptions(timing=Timing(first_retry=0.001, retry_max=0.01))
        with patch("strikeline.stream.connection.open_socket", connect):
            async with AsyncClient("http://127.0.0.1:9", "k", stream=options) as bot:
                events = bot.stream.orders(wallets=["w"])
                await anext(events)
                loop = events._subscription
                assert loop is not None
                for _ in range(2):
                    await until_so(lambda: loop.is_live)
                    frames.put_nowait(OSError("it broke"))
                    await until_so(lambda: not loop.is_live)
                    connections.release()

    async def test_proxies_of_the_environment(self) -> None:
        """no proxy is taken from the environment, by any version of `websockets`"""

        async def older(_: str, *, open_timeout: float, **options: Any) -> Any:
            return options.get("proxy", "not passed")

        async def newer(_: str, *, open_timeout: float, proxy: Any = True, **options: Any) -> Any:
            return proxy

        for connect, passed in ((older, "not passed"), (newer, None)):
            with patch("websockets.connect", connect):
                self.assertEqual(await open_socket("ws://x", Timing(), None), passed)
