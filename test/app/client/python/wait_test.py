"""Waiting for an order: without a socket, and on a stopwatch that a test may put forward."""

import asyncio
import random
import unittest

from attempts import ACTION
from facts import until_so
from strikeline import (
    ClaimEvent,
    ConnectionFailed,
    GapEvent,
    GoalMissed,
    NotFound,
    ServiceUnavailable,
    WaitTimeout,
)
from strikeline._core.decode import decode
from strikeline._core.goal import progress_of
from strikeline.positions import Claim
from waiter import START, TOPIC, order_in, waiter

GAP = GapEvent("gap", TOPIC, 8, 9, "replay_limit")
CLAIM = decode(Claim, {**ACTION, "state": "confirmed"})
UNAVAILABLE = ServiceUnavailable("No", status=503, code="unavailable")

#: What becomes of orders, until it changes no more.
ENDS = [
    [order_in("live"), order_in("matched", "10", "4"), order_in("matched", "10", "10")],
    [order_in("matched", "10"), order_in("matched", "6"), order_in("matched", "6", "6.0")],
    [order_in("live"), order_in("matched", "10"), order_in("matched")],
    [order_in("live"), order_in("canceled", "4"), order_in("canceled", "4", "4")],
    [order_in("live"), order_in("canceled")],
    [order_in("unknown", "none", "none"), order_in("refused", "none", "none")],
]


class Waits(unittest.IsolatedAsyncioTestCase):
    async def test_follows_the_order(self) -> None:
        """a wait asks once its wallet is followed, and then follows the order's events alone"""
        waiting = await waiter("confirmed", ask_every=1e9)
        waiting.connect()
        (await waiting.asked(1)).set_result(order_in("matched", "10"))
        waiting.tell(order_in("matched", "10", "10", order_id="0x2"))
        waiting.loop.take(ClaimEvent("claim", TOPIC, 9, CLAIM))
        waiting.tell(order_in("matched", "10", "4"))
        last = order_in("matched", "10", "10")
        waiting.tell(last)
        self.assertIs(await waiting.task, last)
        self.assertEqual(len(waiting.questions), 1)
        self.assertTrue(waiting.loop.is_over)

    async def test_asks_again(self) -> None:
        """a wait asks again when the stream begins, leaves something out or ends meanwhile"""
        waiting = await waiter("over", ask_every=1e9)
        waiting.connect()
        for number, happens in enumerate(
            (
                lambda: waiting.loop._push(START, {}),
                lambda: waiting.loop.take(GAP),
                waiting.loop.end,
            )
        ):
            question = await waiting.asked(number + 1)
            happens()
            question.set_result(order_in("live"))
        (await waiting.asked(4)).set_result(order_in("canceled"))
        self.assertEqual((await waiting.task).state, "canceled")

    async def test_survives_failures(self) -> None:
        """a wait asks on though the service fails, or what stands between; not if it says no"""
        waiting = await waiter("confirmed")
        page = NotFound("The answer has status 404", status=404)
        for number, error in enumerate((ConnectionFailed("it broke"), UNAVAILABLE, page)):
            (await waiting.asked(number + 1)).set_exception(error)
        unknown = NotFound("No", status=404, code="not_found")
        (await waiting.asked(4)).set_exception(unknown)
        self.assertIs(await waiting.failure(), unknown)

    async def test_does_not_ask_while_live(self) -> None:
        """a wait does not ask while the stream tells of everything, and asks while it does not"""
        waiting = await waiter("live")
        waiting.connect()
        looks = 0
        asked = -1
        while looks < 20:
            looks = looks + 1 if asked == len(waiting.questions) else 0
            asked = len(waiting.questions)
            for question in waiting.questions:
                if not question.done():
                    question.set_result(order_in("delayed"))
            await asyncio.sleep(0)
        # One before it was followed, perhaps, and one after.
        self.assertLessEqual(asked, 2)
        waiting.loop.disconnected()
        await waiting.asked(asked + 1)
        waiting.connect()
        waiting.tell(order_in("live"))
        self.assertEqual((await waiting.task).state, "live")

    async def test_missed_goals(self) -> None:
        """a wait ends when the order never comes there, with the order as it ended"""
        waiting = await waiter("confirmed")
        waiting.connect()
        refusal = {"reason": "killed", "message": "Cannot place the order: killed", "hint": "h"}
        order = order_in("refused", "none", "none", refusal=refusal)
        waiting.tell(order)
        # What came first counts.
        waiting.tell(order_in("matched", "10", "10"))
        error = await waiting.failure()
        self.assertIsInstance(error, GoalMissed)
        self.assertEqual((error.goal, error.reason, error.order), ("confirmed", "refused", order))
        said = "Order 0x1 can never be confirmed: it was refused, shares filled unknown, "
        self.assertEqual(str(error), f"{said}settled unknown: Cannot place the order: killed")
        part = GoalMissed("matched", "canceled", order_in("canceled", "4", why="Its life was over"))
        said = "it was canceled, shares filled 4, settled 0: Its life was over"
        self.assertEqual(str(part), f"Order 0x1 can never be matched: {said}")

    async def test_timeouts(self) -> None:
        """a wait whose time is over says what is known, and invites no second order"""
        waiting = await waiter("confirmed", ask_every=1e9)
        waiting.connect()
        question = await waiting.asked(1)
        order = order_in("matched", "10", "4")
        waiting.tell(order)
        await asyncio.sleep(0)
        waiting.ahead = 2e9
        # A late answer is not later than an event.
        question.set_result(order_in("live"))
        error = await waiting.failure()
        self.assertIsInstance(error, WaitTimeout)
        self.assertEqual((error.order, error.order_id, error.goal), (order, "0x1", "confirmed"))
        self.assertIn("it was matched last, shares filled 10, settled 4. It goes on", str(error))
        self.assertIn("do not place it again", str(error))

    async def test_timeouts_without_answers(self) -> None:
        """a wait whose time is over says why the service could not be asked, if it could not"""
        waiting = await waiter("live", ask_every=1e9)
        waiting.connect()
        question = await waiting.asked(1)
        waiting.ahead = 2e9
        question.set_exception(UNAVAILABLE)
        error = await waiting.failure()
        self.assertEqual((error.order, error.__cause__), (None, UNAVAILABLE))
        self.assertIn("nothing is known of it", str(error))
        silent = await waiter("live", timeout_s=0.001, ask_every=1e9)
        self.assertIsInstance(await silent.failure(), WaitTimeout)

    async def test_ends(self) -> None:
        """a wait ends with its client, and leaves everything when it is cancelled"""
        waiting = await waiter("live")
        waiting.watches.close()
        self.assertIn("the client is closed", str(await waiting.failure()))
        cancelled = await waiter("live")
        question = await cancelled.asked(1)
        cancelled.task.cancel()
        await asyncio.wait([cancelled.task])
        await until_so(question.cancelled)
        self.assertTrue(cancelled.loop.is_over)

    async def test_any_history(self) -> None:
        """a wait ends as the order does, whatever the stream and its questions go through"""
        seed = random.randrange(2**32)
        chance = random.Random(seed)
        for _ in range(150):
            goal, end = chance.choice(("matched", "over", "confirmed")), chance.choice(ENDS)
            waiting = await waiter(goal)
            log = [order_in("delayed"), *end]
            known, sent, answered = 1, 0, 0

            def run(step: str) -> None:
                nonlocal known, sent, answered
                if step == "change":
                    known = min(known + 1, len(log))
                elif step == "lose":
                    waiting.loop.disconnected()
                elif step == "connect":
                    sent = sent or known
                    waiting.connect()
                elif step in ("answer", "fail") and answered < len(waiting.questions):
                    question = waiting.questions[answered]
                    answered += 1
                    if question.done():
                        return
                    if step == "fail":
                        question.set_exception(UNAVAILABLE)
                    else:
                        question.set_result(log[known - 1])
                while waiting.loop.is_live and sent < known:
                    waiting.tell(log[sent])
                    sent += 1

            for _ in range(chance.randrange(30)):
                run(chance.choice(("change", "connect", "lose", "answer", "fail", "turn")))
                if chance.random() < 0.3:
                    await asyncio.sleep(0)
            for step in ["change"] * len(log) + ["connect"]:
                run(step)
            while not waiting.task.done():
                run("answer")
                await asyncio.sleep(0)
            error, progress = waiting.task.exception(), progress_of(log[-1], goal)
            if error is None:
                self.assertEqual(progress_of(waiting.task.result(), goal), "reached", seed)
            else:
                self.assertIsInstance(error, GoalMissed, seed)
                self.assertEqual(getattr(error, "reason", None), progress, seed)
