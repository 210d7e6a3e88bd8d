"""The stream of a service without a socket: it follows the protocol, and can be made to repeat."""

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

REPLAY_MAX = 12


@dataclass(frozen=True)
class Fact:
    """A value of a topic, or its absence."""

    seq: int
    is_missing: bool


class FakeService:
    """Facts by topic, and the conversations that are told of them."""

    def __init__(self, topics: list[str], now: int) -> None:
        self.log: dict[str, list[Fact]] = {topic: [] for topic in topics}
        self.now = now
        self.conversations: list["FakeConversation"] = []

    def publish(self, topic: str, fact: Fact) -> None:
        """Tells every conversation that follows the topic."""
        self.log[topic].append(fact)
        for conversation in self.conversations:
            conversation.deliver(topic, fact)


class FakeConversation:
    """One connection; `frames` is what the client has not read yet."""

    def __init__(self, service: FakeService, repeats: int) -> None:
        self._service = service
        self._repeats = repeats
        #: The last seq of each topic that was sent, or is not wanted.
        self._sent: dict[str, int] = {}
        self.frames: list[str] = []
        service.conversations.append(self)
        self._send(type="hello", protocol=1, serverTime=iso(service.now))

    def receive(self, text: str) -> None:
        """Takes a frame of the client."""
        asked = json.loads(text)
        topics = [topic for topic in self._service.log if covers(asked, topic)]
        more = {}
        if asked["channel"] == "orders":
            more["seqs"] = {topic: len(self._service.log[topic]) for topic in topics}
        self._send(
            type=f"{asked['op']}d", id=asked["id"], channel=asked["channel"], topics=topics, **more
        )
        for topic in topics:
            self._sent.pop(topic, None)
            if asked["op"] == "subscribe":
                self._begin(topic, asked.get("since"))

    def deliver(self, topic: str, fact: Fact) -> None:
        """Sends a fact that is wanted."""
        if topic in self._sent and fact.seq > self._sent[topic]:
            self._publish(topic, fact)

    def _begin(self, topic: str, since: int | None) -> None:
        log = self._service.log[topic]
        if since is None:
            self._sent[topic] = log[-1].seq if log else 0
            is_kept = log and not log[-1].is_missing and not topic.startswith("orders")
            if is_kept and log[-1].seq + length(topic) > self._service.now:
                self._publish(topic, log[-1])
            return
        wanted = [fact for fact in log if fact.seq > since]
        repeated = [fact for fact in log if fact.seq <= since][-self._repeats :]
        skipped = wanted[:-REPLAY_MAX]
        self._sent[topic] = since
        for fact in repeated if self._repeats else []:
            self._publish(topic, fact)
        if skipped:
            self._gap(topic, skipped[0].seq, skipped[-1].seq, "replay_limit")
        for fact in wanted[len(skipped) :]:
            self._publish(topic, fact)
        self._sent[topic] = max(since, log[-1].seq if log else 0)

    def _publish(self, topic: str, fact: Fact) -> None:
        self._sent[topic] = max(fact.seq, self._sent.get(topic, 0))
        if fact.is_missing:
            self._gap(topic, fact.seq, fact.seq, "no_price")
            return
        if topic.startswith("orders"):
            self._send(**order_frame(topic, fact.seq))
            return
        _, asset, span = topic.split(":")
        if topic.startswith("twap"):
            more = {"symbol": f"{asset}/usd", "windowSeconds": int(span), "value": str(fact.seq)}
            more |= {"valueE18": f"{fact.seq}{'0' * 18}", "observedAt": iso(fact.seq)}
            self._send(type="twap", topic=topic, seq=fact.seq, asset=asset, source="s", **more)
            return
        more = {"marketType": span, "provider": "oracle", "source": "oracle_twap", "price": 1.5}
        more |= {"windowStart": fact.seq, "windowStartIso": iso(fact.seq), "slug": "s", "url": "u"}
        more |= {"windowEnd": fact.seq + length(topic), "publishedAt": iso(self._service.now)}
        self._send(type="target", topic=topic, seq=fact.seq, asset=asset, delayMs=1, **more)

    def _gap(self, topic: str, first: int, last: int, reason: str) -> None:
        self._send(type="gap", topic=topic, fromSeq=first, toSeq=last, reason=reason)

    def _send(self, **frame: Any) -> None:
        self.frames.append(json.dumps(frame))


def iso(sec: int) -> str:
    """Returns an instant as the service writes it."""
    return datetime.fromtimestamp(sec, timezone.utc).isoformat()


def length(topic: str) -> int:
    """Returns how long a value counts as the current one, in seconds."""
    return {"5min": 300, "15min": 900}.get(topic.split(":")[2], 5)


def order_frame(topic: str, seq: int, **more: Any) -> dict[str, Any]:
    """Returns the frame of an order that is live, or of what `more` says."""
    trade = {"slug": "s", "outcome": "Up", "tokenId": "1", "side": "BUY", "amount": 5}
    order = {
        "id": "i",
        "created_at": iso(seq),
        "state": "live",
        "order": {**trade, "negRisk": False},
    }
    order |= {
        "order_type": "GTC",
        "market": "m",
        "order_id": "0x1",
        "filled": None,
        "settled": None,
    }
    order |= {"notional_usdc": "0.1", "refusal": None, "why": None, "latency_s": None}
    order |= {"idempotency_key": None, "reconciled": None, **more}
    return {"type": "order", "topic": topic, "seq": seq, "order": order}


def covers(asked: dict[str, Any], topic: str) -> bool:
    """Whether a request names a topic."""
    if topic.startswith("orders"):
        return asked["channel"] == "orders" and topic.split(":")[1] in asked["wallets"]
    channel, asset, span = topic.split(":")
    spans = [str(each) for each in asked.get("intervals") or asked.get("windows") or []]
    assets = asked.get("assets")
    return asked["channel"] == channel and span in spans and (assets is None or asset in assets)
