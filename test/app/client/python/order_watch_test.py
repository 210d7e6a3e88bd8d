"""Who watches a wallet, and where an order can be waited for."""

import unittest
from decimal import Decimal
from typing import Any
from unittest.mock import patch

from strikeline import Client, MissingDependency, OrderEvent, StrikelineError
from strikeline._core.goal import progress_of
from strikeline.stream.events import Event
from strikeline.stream.frames import SubscribedFrame
from strikeline.stream.loops import orders
from strikeline.stream.order_watch import OrderWatches
from strikeline.stream.subscription import Subscription
from waiter import START, TOPIC, order_in


class Watches(unittest.IsolatedAsyncioTestCase):
    async def test_share_a_loop(self) -> None:
        """those who watch a wallet share a loop, which ends with the last of them"""
        loops: list[Subscription] = []

        def begin(wallet_id: str, wake: Any) -> Subscription:
            followed = orders(wallets=[wallet_id]).followed
            loops.append(Subscription(followed, key="k", events_max=9, wake=wake))
            return loops[-1]

        with patch("strikeline.stream.order_watch.import_websockets"):
            watches = OrderWatches(begin)
            taken: list[list[Event | None]] = [[], [], []]
            watch = [
                watches.join(wallet, each.append)
                for wallet, each in zip(("w", "w", "v"), taken, strict=True)
            ]
            self.assertEqual(len(loops), 2)
            loops[0].subscribed(
                SubscribedFrame("subscribed", "orders", (TOPIC,), None, None, {TOPIC: 7})
            )
            self.assertEqual([each.is_live for each in watch], [True, True, False])
            event = OrderEvent("order", TOPIC, 8, order_in("live"))
            loops[0].take(event)
            self.assertEqual(taken, [[START, event], [START, event], []])
            watch[0].leave()
            self.assertFalse(loops[0].is_over)
            watch[1].leave()
            self.assertTrue(loops[0].is_over)
            watches.join("w", taken[0].append)
            self.assertEqual((len(loops), len(taken[0])), (3, 2))
            # One that is refused tells those who watch; who comes then begins another.
            loops[2].finish(StrikelineError("refused"))
            self.assertEqual(taken[0][2:], [None])
            watches.join("w", taken[0].append)
            self.assertEqual(len(loops), 4)

    async def test_without_websockets(self) -> None:
        """without the package `websockets` a wallet is never live, and nothing is begun"""
        missing = MissingDependency("no")
        with patch("strikeline.stream.order_watch.import_websockets", side_effect=missing):
            watches = OrderWatches(lambda *_: self.fail("begun"))
            watch = watches.join("w", lambda _: None)
        self.assertFalse(watch.is_live)
        watch.leave()


class Goals(unittest.TestCase):
    def test_progress(self) -> None:
        """how far an order is on its way to each goal"""
        never = ("matched", "failed", "reached", "failed")
        for order, *progress in (
            (order_in("sent", "none", "none"), "open", "open", "open", "open"),
            (order_in("delayed"), "open", "open", "open", "open"),
            (order_in("live", "4", "4"), "reached", "open", "open", "open"),
            (order_in("matched", None), "matched", "reached", "reached", "open"),
            (order_in("matched", "10", "9.99"), "matched", "reached", "reached", "open"),
            (order_in("matched", "10", "10.0"), "matched", "reached", "reached", "reached"),
            (order_in("matched"), *never),
            (order_in("canceled"), "canceled", "canceled", "reached", "canceled"),
            (order_in("canceled", "4"), "canceled", "canceled", "reached", "open"),
            (order_in("canceled", "4", "4"), "canceled", "canceled", "reached", "reached"),
            (order_in("refused", "none", "none"), "refused", "refused", "reached", "refused"),
        ):
            goals: Any = ("live", "matched", "over", "confirmed")
            self.assertEqual([progress_of(order, goal) for goal in goals], progress, order)
        exact = order_in("matched", "9007199254.740993", "9007199254.740992")
        self.assertEqual(progress_of(exact, "confirmed"), "open")
        self.assertEqual(exact.filled and exact.filled.shares, Decimal("9007199254.740993"))

    def test_arguments(self) -> None:
        """an order without its wallet, another goal, and a time that is none are refused"""
        with Client("http://127.0.0.1:1", "k") as bot:
            wrong: Any = [
                ("0x1", "live", {}),
                (order_in("live"), "live", {}),
                ("", "live", {"wallet_id": "w"}),
                ("0x1", "filled", {"wallet_id": "w"}),
                ("0x1", "live", {"wallet_id": "w", "timeout_s": 0}),
                ("0x1", "live", {"wallet_id": "w", "timeout_s": float("nan")}),
            ]
            for order, goal, options in wrong:
                with self.assertRaisesRegex(ValueError, "^Cannot wait"):
                    bot.orders.wait_until(order, goal, **options)
