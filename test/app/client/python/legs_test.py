"""What a loop over windows gets of the same windows at other venues."""

import json
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

from strikeline.stream.conversation import Conversation
from strikeline.stream.frames import HelloFrame, SubscribedFrame
from strikeline.stream.loops import windows
from strikeline.stream.position import first_position, take
from strikeline.stream.subscription import Subscription
from windows_test import LENGTH_SEC, START, TOPIC, quote, window


def leg(venue: str, **other: Any) -> dict[str, Any]:
    rule = {"index": "BRTI", "method": "mean", "seconds": 60, "digits": 2, "tie": "up"}
    body = {"venue": venue, "kind": "up_down", "id": None, "url": None, "at": None}
    body |= {"target": 87_000, "target_text": "87000.00", "target_state": "final"}
    body |= {"target_source": None, "rule": {**rule, "comparison": "greater_or_equal"}}
    body |= {"outcome": None, "outcome_state": "open", "settled_text": None}
    body |= {"comparable": "same_oracle", "disputed": False, "redistributable": "unknown"}
    return {**body, **other}


def legs(**other: Any) -> dict[str, Any]:
    """The legs of a window, of which the other venue's is so."""
    basis = [{"a": "polymarket", "b": "kalshi", "price": "-4.34", "bps": None}]
    return {"legs": [leg("polymarket"), leg("kalshi", **other)], "basis": basis}


class Legs(unittest.IsolatedAsyncioTestCase):
    def test_news(self) -> None:
        """each change of a window's legs is seen, until the results of all of them stand"""
        position: Any = first_position(None)
        for start, is_resolved, state, is_new, since in (
            (START, False, "closed", True, START - 1),
            (START, False, "closed", False, START - 1),
            (START, True, "closed", True, START - 1),
            # As the replay repeats it, and as a replica that is behind has it.
            (START, True, "closed", False, START - 1),
            (START, False, "final", False, START - 1),
            (START, True, "final", True, START),
            (START, True, "amended", False, START),
            (START + 300, False, "final", True, START + 299),
            (START + 300, False, "amended", True, START + 299),
            (START + 300, True, "amended", True, START + 300),
        ):
            frame = window(start, "closed", is_resolved=is_resolved, **legs(outcome_state=state))
            position, news = take(position, frame, LENGTH_SEC)
            self.assertEqual((news is not None, position.since), (is_new, since), state)

    async def test_asking(self) -> None:
        """a loop gets the same windows at other venues if it asks, as it does after a cut"""
        followed = windows("btc", "5min", legs=True).followed
        loop: Any = Subscription(followed, key=None, events_max=3, wake=lambda: None)
        hello = HelloFrame("hello", 1, datetime.fromtimestamp(START, timezone.utc))
        conversation = Conversation(hello)
        conversation.ask(loop)
        texts, _ = conversation.sendable(0)
        conversation.take(SubscribedFrame("subscribed", "windows", (TOPIC,), 1))
        conversation.take(window(START, "open", **legs(target="86995.66")))
        conversation.take(quote(START, "0.4", "0.42"))
        seen = loop.buffer.take()
        self.assertEqual(seen.outcome("Up").best_bid, Decimal("0.4"))
        self.assertEqual([each.target for each in seen.legs], [87_000, Decimal("86995.66")])
        self.assertEqual([each.price for each in seen.basis], [Decimal("-4.34")])
        again = Conversation(hello)
        again.ask(loop)
        request = {"op": "subscribe", "id": 1, "channel": "windows", "legs": True}
        request |= {"assets": ["btc"], "intervals": ["5min"]}
        sent = [json.loads(text) for text in (*texts, *again.sendable(0)[0])]
        self.assertEqual(sent, [request, {**request, "since": START - 1}])
