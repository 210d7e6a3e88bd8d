"""A maker: quotes both sides of btc's current 5-minute window until its input ends.

Then it waits until each of its orders is over and settled, and prints them and their fills.
"""

import json
import os
import sys
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from strikeline import ApiError, Client, OrderUncertain, StrikelineError
from strikeline.order_models import OrderFill, SentOrder

WALLET_ID = os.environ["STRIKELINE_WALLET_ID"]
PAUSE_S = float(os.environ["MAKER_PAUSE_S"])
EDGE, TICK = Decimal("0.01"), Decimal("0.01")

client = Client(os.environ["STRIKELINE_URL"], api_key=os.environ["STRIKELINE_API_KEY"])
placed: set[str] = set()
#: The order that rests, by market and outcome.
resting: dict[tuple[str, str], str] = {}


def once(call: Callable[..., Any], *args: object, **fields: object) -> Any:
    """Asks under one key until the outcome is known, which is None for a refusal."""
    key = str(uuid.uuid4())
    while True:
        try:
            return call(*args, wallet_id=WALLET_ID, idempotency_key=key, **fields)
        except OrderUncertain:
            continue
        except ApiError:
            return None


def quote(slug: str, outcome: str) -> None:
    """Bids below the best ask, in the place of the bid before."""
    wanted = {"slug": slug, "outcome": outcome, "side": "BUY"}
    best = client.orders.preview(wallet_id=WALLET_ID, amount=1, **wanted).quote.worst_price
    price = max(best - EDGE, TICK)
    before = resting.pop((slug, outcome), None)
    if before is None:
        order = once(client.orders.limit, price=price, size=40, life_s=120, **wanted)
    else:
        replaced = once(client.orders.replace, before, price=price)
        order = replaced and replaced.order
    if order:
        placed.add(order.order_id)
        print(json.dumps({"placed": order.order_id}), flush=True)
        resting[slug, outcome] = order.order_id


def trade(is_over: Callable[[], bool]) -> None:
    """Quotes, and renews the guard that cancels everything should this bot die."""
    while not is_over():
        try:
            client.wallets.set_guard(WALLET_ID, 60)
            for window in client.targets.active("btc", types=["5min"]).results:
                for outcome in ("Up", "Down"):
                    quote(f"btc-updown-5m-{window.window_start}", outcome)
        except StrikelineError as error:
            print(error, file=sys.stderr)
        time.sleep(PAUSE_S)


def is_settled(order: SentOrder) -> bool:
    """Whether nothing of it rests, and all that it traded is confirmed."""
    if order.state not in ("matched", "canceled") or not order.filled or not order.settled:
        return False
    return order.filled.shares == order.settled.shares


def own(items: Any) -> list[Any]:
    """Keeps what is of this bot's orders: another trades with the same wallet."""
    return [item for item in items if item.order_id in placed]


def settled_book() -> tuple[list[SentOrder], list[OrderFill]]:
    """Returns the orders and fills, once nothing of them changes any more."""
    while True:
        try:
            orders = own(client.orders.iter_history(WALLET_ID, limit=200))
            if all(map(is_settled, orders)):
                return orders, own(client.orders.iter_fills(WALLET_ID, limit=200))
        except StrikelineError as error:
            print(error, file=sys.stderr)
        time.sleep(1)


stopping = threading.Thread(target=sys.stdin.read, daemon=True)
stopping.start()
trade(lambda: not stopping.is_alive())
for kind, items in zip(("order", "fill"), settled_book(), strict=True):
    for item in items:
        print(json.dumps({kind: asdict(item)}, default=str))
