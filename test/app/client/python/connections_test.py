"""Requests over real connections, to a server that answers as it is told."""

import asyncio
import gzip
import os
import ssl
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import attempts
from attempts import ORDER
from facts import until, until_so
from scripted_http import Reply, free_port, scripted
from strikeline import (
    AsyncClient,
    Client,
    ConnectionFailed,
    DeadlinePassed,
    InternalError,
    NotFound,
    OrderUncertain,
    ServiceUnavailable,
    UnexpectedAnswer,
)
from strikeline._core import perform
from strikeline._io import transport
from strikeline._io.transport import CONNECTIONS_MAX, default_tls, parse_address

PLACED = Reply(body=attempts.PLACED)


def client(url: str, **settings: object) -> Client:
    """Returns a client with a key."""
    return Client(url, api_key="sk_test_x", **settings)


class Connections(unittest.TestCase):
    def setUp(self) -> None:
        quick = patch.object(perform, "FIRST_WAIT", 0.001)
        quick.start()
        self.addCleanup(quick.stop)

    def test_are_kept(self) -> None:
        """a connection is used again, and each request says who asks"""
        with scripted(Reply()) as script, client(script.url + "/behind/") as bot:
            for _ in range(5):
                self.assertTrue(bot.service.health().ok)
            self.assertEqual(script.connections(), 1)
            self.assertEqual(script.asked[0].target, "/behind/health")
            self.assertEqual(script.asked[0].headers["x-api-key"], "sk_test_x")
            self.assertIn("strikeline-python/", script.asked[0].headers["user-agent"])

    def test_closed_ones_are_not_used(self) -> None:
        """a connection that the service has closed while it was idle costs no attempt"""
        no = Reply(404, b'{"error": "No such event", "hint": "Send another"}')
        with scripted(Reply(cut=10_000), no) as script, client(script.url) as bot:
            bot.service.health()
            until(lambda: _is_closed(bot))
            # This one is never repeated, so it would fail on the closed connection.
            with self.assertRaises(NotFound):
                bot.fees.estimate(making_amount=1, taking_amount=2, event_slug="e")
            self.assertEqual((script.connections(), len(script.asked)), (2, 2))

    def test_orders_survive_lost_answers(self) -> None:
        """an order is sent again with its key and its bytes after each way to lose an answer"""
        lost = [Reply(cut=cut, body=PLACED.body) for cut in (0, 5, 20, 45, 70, 200)]
        with scripted(*lost, PLACED) as script, client(script.url) as bot:
            self.assertEqual(bot.orders.market(**ORDER).order_id, "0x1")
            self.assertEqual(len(script.asked), len(lost) + 1)
            sent = {(each.body, each.headers["idempotency-key"]) for each in script.asked}
            self.assertEqual(len(sent), 1)

    def test_interim_answers_are_no_answers(self) -> None:
        """an interim answer is not taken for the answer, and an order after it is repeated"""
        early = Reply(103, b"", {"link": "</a>"})
        with scripted(early, PLACED) as script, client(script.url) as bot:
            self.assertEqual(bot.orders.market(**ORDER).order_id, "0x1")
            self.assertEqual((script.connections(), len(script.asked)), (2, 2))

    @unittest.skipUnless(hasattr(os, "fork"), "this system cannot fork")
    def test_processes_share_no_connection(self) -> None:
        """a process that forks from another one uses connections of its own"""
        with scripted(Reply()) as script, client(script.url) as bot:
            bot.service.health()
            child = os.fork()
            if child == 0:
                try:
                    bot.service.health()
                    bot.service.health()
                finally:
                    os._exit(0)
            os.waitpid(child, 0)
            bot.service.health()
            self.assertEqual((script.connections(), len(script.asked)), (2, 4))

    def test_deadlines(self) -> None:
        """a call ends at its deadline, an order with the key to go on with"""
        with scripted(Reply(delay=120)) as script:
            bot = client(script.url, timeout=1)
            started = time.monotonic()
            with self.assertRaises(DeadlinePassed):
                bot.service.health()
            with self.assertRaises(OrderUncertain) as caught:
                bot.orders.market(**ORDER)
            self.assertLess(time.monotonic() - started, 100)
            key = script.asked[-1].headers["idempotency-key"]
            self.assertEqual(caught.exception.idempotency_key, key)

    def test_slow_senders(self) -> None:
        """a sender that never falls silent, in headers or in a body, cannot stretch the deadline"""
        long = {"x-long": "a" * 3_000}
        for slow in (
            Reply(headers=long, drip=0.04),
            Reply(body=b" " * 3_000, drip=0.04),
            Reply(body=b"3;" + b"a" * 3_000, headers={"transfer-encoding": "chunked"}, drip=0.04),
        ):
            with scripted(slow) as script:
                started = time.monotonic()
                with self.assertRaises(DeadlinePassed):
                    client(script.url, timeout=0.4, attempt_timeout=0.2).service.health()
                # All of it takes two minutes.
                self.assertLess(time.monotonic() - started, 100)

    def test_nobody_there(self) -> None:
        """a service that is not there is a failed connection"""
        port = free_port()
        with self.assertRaises(ConnectionFailed) as caught:
            client(f"http://127.0.0.1:{port}", retries=1).service.health()
        self.assertIn(f"Cannot connect to 127.0.0.1:{port}: ", str(caught.exception))

    def test_obeys_retry_after(self) -> None:
        """a refused request is repeated after `Retry-After`, and not before"""
        busy = Reply(429, b'{"error": "Too many", "hint": "Wait"}', {"retry-after": "1"})
        with scripted(busy, Reply()) as script, client(script.url) as bot:
            started = time.monotonic()
            bot.service.health()
            self.assertGreaterEqual(time.monotonic() - started, 1)

    def test_pages_of_proxies(self) -> None:
        """what is not the service's is said to be so"""
        for reply, error in (
            (Reply(200, b"<html>"), UnexpectedAnswer),
            (Reply(200, b"{}"), UnexpectedAnswer),
            (Reply(302, b"", {"location": "/x"}), UnexpectedAnswer),
            (Reply(502, b"<html>"), ServiceUnavailable),
            (Reply(500, b'{"error": 7}'), InternalError),
        ):
            with scripted(reply) as script, self.assertRaises(error):
                client(script.url, retries=0).service.health()

    def test_long_answers_are_not_read(self) -> None:
        """an answer without end is given up at its limit, and does not fill the memory"""
        with patch.object(transport, "BODY_BYTES_MAX", 50), scripted(Reply()) as script:
            with self.assertRaisesRegex(ConnectionFailed, "longer than 50 bytes"):
                client(script.url, retries=0).service.health()

    def test_compressed_answers(self) -> None:
        """an answer in gzip is accepted, and read as what it holds"""
        packed = gzip.compress(Reply().body)
        with scripted(Reply(body=packed, headers={"content-encoding": "gzip"})) as script:
            self.assertTrue(client(script.url).service.health().ok)
            self.assertEqual(script.asked[0].headers["accept-encoding"], "gzip")

    def test_are_bounded(self) -> None:
        """more threads than connections wait for one another"""
        with scripted(Reply(delay=0.05)) as script, client(script.url) as bot:
            with ThreadPoolExecutor(CONNECTIONS_MAX + 40) as threads:
                healths = [threads.submit(bot.service.health) for _ in range(2 * CONNECTIONS_MAX)]
                self.assertTrue(all(each.result().ok for each in healths))
            self.assertLessEqual(script.connections(), 2 * CONNECTIONS_MAX)
            self.assertLessEqual(len(bot._setup.transport._idle), 8)

    def test_addresses(self) -> None:
        """an address that is none, and a key that no header holds, are refused at once"""
        unsendable = ("http://x/a b", "http://x/é", "http://x y", "http://x\x7f/", "http://.x")
        with_more = ("http://u:p@x", "http://x?k=1")
        for url in ("", "127.0.0.1:3000", "ftp://x", "http://", *with_more, *unsendable):
            with self.assertRaisesRegex(ValueError, "Cannot connect"):
                Client(url)
        for key in ("", "a b", "a\r\nx: y"):
            with self.assertRaisesRegex(ValueError, "api_key") as caught:
                Client("http://x", api_key=key)
            self.assertNotIn("a\r\n", str(caught.exception))

    def test_names_of_other_letters(self) -> None:
        """a host may have a name that is not ASCII, and an address in brackets"""
        for url, host in (("http://bücher.example/", "bücher.example"), ("http://[::1]:1", "::1")):
            self.assertEqual(parse_address(url).host, host)

    def test_certificates_are_checked(self) -> None:
        """the certificate and the name of a secure service are checked"""
        context = default_tls()
        self.assertEqual((context.verify_mode, context.check_hostname), (ssl.CERT_REQUIRED, True))
        self.assertEqual(Client("https://x")._setup.destination(None).address[:8], "wss://x/")


class Asynchronously(unittest.IsolatedAsyncioTestCase):
    async def test_calls_run_side_by_side(self) -> None:
        """calls run side by side, at most as many as there are threads, and leave the loop free"""
        with scripted(Reply(delay=0.1)) as script:
            async with AsyncClient(script.url, threads=4) as bot:
                healths = await asyncio.gather(*(bot.service.health() for _ in range(12)))
                self.assertEqual(len(healths), 12)
            self.assertLessEqual(script.connections(), 4)

    async def test_cancelled_calls_free_their_thread(self) -> None:
        """a call that is cancelled breaks its connection, and its thread is free at once"""
        with scripted(Reply(delay=120), Reply()) as script:
            async with AsyncClient(script.url, threads=1) as bot:
                call = asyncio.ensure_future(bot.service.health())
                await until_so(lambda: script.asked)
                call.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await call
                self.assertTrue((await asyncio.wait_for(bot.service.health(), 100)).ok)

    async def test_retries(self) -> None:
        """calls are repeated as those of the other client are"""
        with scripted(Reply(cut=0), Reply(503, b"{}"), Reply()) as script:
            async with AsyncClient(script.url) as bot:
                self.assertTrue((await bot.service.health()).ok)
            self.assertEqual(len(script.asked), 3)


class WithoutWebsockets(unittest.TestCase):
    def test_everything_else_works(self) -> None:
        """without `websockets` everything works but the stream, which says what to install"""
        program = (
            "import sys; sys.modules['websockets'] = None\n"
            "from strikeline import Client, MissingDependency\n"
            "bot = Client(sys.argv[1])\n"
            "print(bot.service.health().ok)\n"
            "try: next(bot.stream.targets())\n"
            "except MissingDependency as error: print(error)\n"
        )
        with scripted(Reply()) as script:
            command = [sys.executable, "-c", program, script.url]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(
            (done.stdout, done.stderr),
            (
                "True\nCannot open a stream without the package websockets: "
                'pip install "websockets>=10.4"\n',
                "",
            ),
        )


def _is_closed(bot: Client) -> bool:
    import selectors

    [connection] = bot._setup.transport._idle
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return bool(selector.select(0))
