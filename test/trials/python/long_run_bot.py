"""A bot that follows streams, polls and trades until its input ends, and then judges what it got.

It prints one line of JSON: figures, and `complaints`, which is empty if nothing was missing and
nothing was repeated.
"""

import itertools
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from decimal import Decimal

from service import API_KEY, BASE_URL, DELAYED_MARKET, MARKET, WALLET_ID
from strikeline import (
    ApiError,
    Client,
    GameEvent,
    GapEvent,
    OrderUncertain,
    StartEvent,
    StreamOptions,
    StreamState,
    StrikelineError,
    TargetEvent,
    TwapEvent,
)

ASSETS = ("btc", "eth")
INTERVALS = ("5min", "15min", "1hour")
LENGTH_SEC = {"5min": 300, "15min": 900, "1hour": 3_600}
#: The service lets at most so many windows be asked for at once.
RANGE_WINDOWS_MAX = 2_000

figures: Counter[str] = Counter()
complaints: list[str] = []
targets: dict[str, dict[int, Decimal]] = {}
twaps: dict[int, Decimal] = {}
polled: dict[int, Decimal] = {}
gaps: dict[str, list[tuple[int, int]]] = {}
games: dict[str, tuple[object, ...]] = {}
#: The keys of placed orders by their ids, and keys of orders whose outcome is not known.
placed: dict[str, str] = {}
uncertain: dict[str, dict[str, object]] = {}
stopping = threading.Event()


def on_state(state: StreamState) -> None:
    figures[f"connection {state.state}"] += 1


client = Client(
    BASE_URL,
    api_key=API_KEY,
    timeout=90,
    stream=StreamOptions(events_max=100_000, on_state=on_state),
)


def run(work: Callable[[], None]) -> threading.Thread:
    """Does this on a thread; what it raises is a complaint."""

    def guarded() -> None:
        try:
            work()
        except Exception as error:
            complaints.append(f"{work.__name__} ended: {error!r}")

    thread = threading.Thread(target=guarded, daemon=True)
    thread.start()
    return thread


def take_gap(gap: GapEvent) -> None:
    gaps.setdefault(gap.topic, []).append((gap.from_seq, gap.to_seq))
    figures[f"gaps {gap.reason}"] += 1


def follow_targets() -> None:
    last: dict[str, int] = {}
    for event in client.stream.targets(assets=ASSETS, intervals=INTERVALS):
        if isinstance(event, GapEvent):
            take_gap(event)
        elif isinstance(event, TargetEvent):
            figures["corrections" if event.corrects else "targets"] += 1
            if not event.corrects and event.seq <= last.get(event.topic, 0):
                complaints.append(f"{event.topic} {event.seq} came after {last[event.topic]}")
            last[event.topic] = max(event.seq, last.get(event.topic, 0))
            targets.setdefault(event.topic, {})[event.seq] = event.price


def follow_twaps() -> None:
    last = 0
    for event in client.stream.twap(assets=["btc"]):
        if isinstance(event, GapEvent):
            take_gap(event)
        elif isinstance(event, TwapEvent):
            figures["averages"] += 1
            if event.seq <= last:
                complaints.append(f"{event.topic} {event.seq} came after {last}")
            last = event.seq
            twaps[event.seq] = event.value


def follow_games() -> None:
    last: dict[str, int] = {}
    for event in client.stream.games():
        if isinstance(event, StartEvent):
            figures["starts"] += 1
            for game in client.games.iter(days=14, include=["platforms", "coverage"]):
                games.setdefault(game.id, (game.status, game.score))
        elif isinstance(event, GameEvent):
            figures["games"] += 1
            if event.seq <= last.get(event.topic, 0):
                complaints.append(f"{event.topic} {event.seq} came after {last[event.topic]}")
            last[event.topic] = event.seq
            games[event.game.id] = (event.game.status, event.game.score)
        else:
            take_gap(event)


def poll() -> None:
    while not stopping.wait(2):
        try:
            latest = client.twap.latest("btc")
            polled[int(latest.observed_at.timestamp())] = latest.value
            client.targets.active("eth")
            client.games.list(days=2)
            figures["polls"] += 1
        except StrikelineError as error:
            figures[f"polls that failed: {type(error).__name__}"] += 1


def trade() -> None:
    """Places orders on a market, and on one whose venue answers a second late."""
    for slug in itertools.cycle([MARKET, MARKET, DELAYED_MARKET]):
        if stopping.wait(2):
            return
        order: dict[str, object] = {
            "wallet_id": WALLET_ID,
            "slug": slug,
            "outcome": "Up",
            "side": "BUY",
            "amount": Decimal("1.50"),
        }
        place(order)


def place(order: dict[str, object]) -> None:
    """Places an order, and again with its key while its outcome is not known."""
    figures["orders asked"] += 1
    try:
        done = client.orders.market(**order)
        placed[done.order_id] = done.idempotency_key
        figures["orders placed"] += 1
        figures["orders placed by a repetition"] += done.is_replayed
    except OrderUncertain as error:
        figures["orders uncertain"] += 1
        uncertain[error.idempotency_key] = order
    except ApiError as error:
        figures[f"orders refused: {error.status}"] += 1


def resolve() -> None:
    """Learns the outcome of every order."""
    for key, order in uncertain.items():
        try:
            done = client.orders.market(**order, idempotency_key=key)
            placed[done.order_id] = key
            figures["orders resolved as placed"] += 1
        except OrderUncertain as error:
            complaints.append(f"{key} stays uncertain: {error}")
        except ApiError:
            figures["orders resolved as refused"] += 1


def judge_orders() -> None:
    sent = [order for order in client.orders.iter_history(WALLET_ID, limit=200)]
    counts = Counter(order.order_id for order in sent if order.state == "matched")
    figures["orders in the history"] = sum(counts.values())
    for order_id in placed:
        if counts[order_id] != 1:
            complaints.append(f"order {order_id} is {counts[order_id]} times in the history")
    for order_id in counts:
        if order_id not in placed:
            complaints.append(f"order {order_id} was placed and nobody knew")
    states = Counter(order.state for order in sent)
    for state in ("sent", "unknown"):
        if states[state]:
            complaints.append(f"{states[state]} orders are still {state}")


def is_told(topic: str, seq: int) -> bool:
    return any(first <= seq <= last for first, last in gaps.get(topic, []))


def judge_targets() -> None:
    for asset in ASSETS:
        for interval in INTERVALS:
            topic = f"targets:{asset}:{interval}"
            got = targets.get(topic, {})
            if not got:
                complaints.append(f"nothing of {topic}")
                continue
            step = LENGTH_SEC[interval] * RANGE_WINDOWS_MAX
            first, end = min(got), max(got) + 1
            for start in range(first, end, step):
                until = min(end, start + step)
                history = client.history.range(asset, interval, start, until)
                for item in history.history:
                    judge_window(topic, item.timestamp_start, item.price, got)


def judge_window(topic: str, seq: int, price: Decimal | None, got: dict[int, Decimal]) -> None:
    if price is None:
        return
    figures["windows judged"] += 1
    if seq in got:
        if got[seq] != price:
            complaints.append(f"{topic} {seq} was {got[seq]}, and is {price}")
    elif is_told(topic, seq):
        figures["windows told as missing"] += 1
    else:
        complaints.append(f"{topic} {seq} never came")


def judge_twaps() -> None:
    first, last = min(twaps), max(twaps)
    for sec, value in polled.items():
        if not first <= sec <= last:
            continue
        figures["averages judged"] += 1
        if sec in twaps and twaps[sec] != value:
            complaints.append(f"the average of {sec} was {twaps[sec]}, and is {value}")
        if sec not in twaps and not is_told("twap:btc:60", sec):
            complaints.append(f"the average of {sec} never came")


def judge_games() -> None:
    """The list and the stream must come to agree: they are refreshed one after the other."""
    for _ in range(60):
        wrong = [
            game.id
            for game in client.games.iter(days=2)
            if games.get(game.id) != (game.status, game.score)
        ]
        if not wrong:
            return
        time.sleep(0.5)
    complaints.append(f"games differ: {wrong[:5]}")


def tell_enough() -> None:
    """Says when there is something of everything to judge."""
    topics = len(ASSETS) * len(INTERVALS)
    wanted = ("games", "orders placed")
    while not (
        all(figures[name] for name in wanted)
        and len(targets) == topics
        and set(polled) & set(twaps)
    ):
        time.sleep(0.1)
    print(json.dumps({"state": "enough"}), flush=True)


def main() -> None:
    for work in (follow_targets, follow_twaps, follow_games):
        run(work)
    working = [run(poll), run(trade)]
    print(json.dumps({"state": "running"}), flush=True)
    run(tell_enough)
    sys.stdin.read()
    stopping.set()
    for thread in working:
        thread.join()
    for judge in (resolve, judge_orders, judge_games, judge_targets, judge_twaps):
        run(judge).join()
    client.close()
    print(json.dumps({"state": "judged", "figures": figures, "complaints": complaints}), flush=True)


main()
