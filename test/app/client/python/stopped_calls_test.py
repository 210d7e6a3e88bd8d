"""Calls that are stopped from outside: by Ctrl-C, by cancelling, and by closing the client."""

import asyncio
import os
import signal
import subprocess
import sys
import unittest

from attempts import ORDER
from facts import until_so
from scripted_http import Reply, scripted
from strikeline import AsyncClient, ConnectionFailed, OrderUncertain

PROGRAM = """import sys
from strikeline import Client
bot = Client(sys.argv[1], api_key="sk_test_x")
bot.orders.market(wallet_id="w", slug="s", outcome="Up", side="BUY", amount=5)
"""


class Stopped(unittest.IsolatedAsyncioTestCase):
    async def test_interrupted_orders_name_their_key(self) -> None:
        """Ctrl-C in the middle of an order shows the key to go on with"""
        with scripted(Reply(delay=120)) as script:
            command = [sys.executable, "-c", PROGRAM, script.url]
            program = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
            await until_so(lambda: script.asked)
            os.kill(program.pid, signal.SIGINT)
            _, text = program.communicate(timeout=100)
        key = script.asked[0].headers["idempotency-key"]
        self.assertIn("KeyboardInterrupt", text)
        self.assertIn(f'idempotency_key="{key}"', text)

    async def test_cancelled_orders_name_their_key(self) -> None:
        """an order whose task is cancelled names its key, and a reading call has none"""
        with scripted(Reply(delay=120)) as script:
            async with AsyncClient(script.url, api_key="sk_test_x") as bot:
                for call in (bot.orders.market(**ORDER), bot.service.health()):
                    count = len(script.asked)
                    task = asyncio.ensure_future(call)
                    await until_so(lambda: len(script.asked) > count)
                    task.cancel()
                    with self.assertRaises(asyncio.CancelledError) as caught:
                        await task
                    notes = getattr(caught.exception, "__notes__", [])
                    key = script.asked[-1].headers.get("idempotency-key")
                    self.assertEqual(len(notes), 0 if key is None else 1)
                    self.assertTrue(all(f'"{key}"' in note for note in notes))

    async def test_closing_ends_repetitions(self) -> None:
        """an order that waits for its next attempt when the client closes ends with its key"""
        with scripted(Reply(cut=0)) as script:
            bot = AsyncClient(script.url, api_key="sk_test_x")
            order = asyncio.ensure_future(bot.orders.market(**ORDER))
            await until_so(lambda: script.asked)
            await bot.aclose()
            with self.assertRaises(OrderUncertain) as caught:
                await order
            key = script.asked[0].headers["idempotency-key"]
            self.assertEqual(caught.exception.idempotency_key, key)
            with self.assertRaisesRegex(ConnectionFailed, "the client is closed"):
                await bot.service.health()

    async def test_closing_ends_queued_calls(self) -> None:
        """a call that waits for a thread when the client closes fails, and is not cancelled"""
        with scripted(Reply(delay=120)) as script:
            bot = AsyncClient(script.url, threads=1)
            running = asyncio.ensure_future(bot.service.health())
            await until_so(lambda: script.asked)
            queued = asyncio.ensure_future(bot.service.health())
            await asyncio.sleep(0)
            await bot.aclose()
            with self.assertRaisesRegex(ConnectionFailed, "the client is closed"):
                await queued
            running.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await running
