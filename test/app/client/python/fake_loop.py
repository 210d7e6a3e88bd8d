"""A loop of the client on a fake service, and what is wrong with what it got."""

import json
from typing import Any

from fake_service import Fact, FakeService, FakeConversation, length
from strikeline import GapEvent
from strikeline.stream.frames import HelloFrame, parse_frame
from strikeline.stream.resume import Followed
from strikeline.stream.conversation import Conversation
from strikeline.stream.subscription import Subscription


class Loop:
    """A subscription, and its connection to a fake service."""

    def __init__(self, service: FakeService, followed: Followed, events_max: int = 10_000) -> None:
        self.service = service
        self.followed = followed
        self.subscription = Subscription(
            followed, key=None, events_max=events_max, wake=lambda: None
        )
        self.received: list[Any] = []
        #: When each topic was first asked for without `since`.
        self.joined: dict[str, int] = {}

    def connect(self, repeats: int) -> None:
        """Ends the connection, and makes another."""
        self.end()
        self.wire = FakeConversation(self.service, repeats)
        hello = parse_frame(self.wire.frames.pop(0))
        assert isinstance(hello, HelloFrame)
        self.conversation = Conversation(hello)
        self.conversation.ask(self.subscription)

    def end(self) -> None:
        if hasattr(self, "wire") and self.wire in self.service.conversations:
            self.service.conversations.remove(self.wire)

    def exchange(self, frames_max: int) -> None:
        """Sends what may be sent, and reads some frames."""
        for text in self.conversation.sendable(0.0)[0]:
            self.wire.receive(text)
        for text in self.wire.frames[:frames_max]:
            frame = json.loads(text)
            if frame["type"] == "subscribed":
                for topic in frame["topics"]:
                    self.joined.setdefault(topic, self.service.now)
            parsed = parse_frame(text)
            assert parsed is not None
            self.conversation.take(parsed)
        del self.wire.frames[:frames_max]
        while (event := self.subscription.buffer.take()) is not None:
            self.received.append(event)


def complaint(topic: str, loop: Loop) -> str | None:
    """Returns what is wrong with what a loop got of a topic."""
    events = [event for event in loop.received if event.topic == topic]
    log = list(loop.service.log[topic])
    since = loop.followed.since
    if since is None:
        first = next((e.from_seq if isinstance(e, GapEvent) else e.seq for e in events), 10**12)
        joined = loop.joined.get(topic, 10**12)
        # Of averages, only the last one is current.
        age = 1 if topic.startswith("twap") else length(topic)
        for fact in log:
            if fact.seq < first and fact.seq + age > joined and not fact.is_missing:
                return f"{fact.seq} was lost before the first"
        log = [fact for fact in log if fact.seq >= first]
    else:
        log = [fact for fact in log if fact.seq > since]
    last = since or 0
    for event in events:
        if isinstance(event, GapEvent):
            if event.from_seq <= last:
                return f"a gap from {event.from_seq} after {last}"
            while log and log[0].seq <= event.to_seq:
                fact = log.pop(0)
                if fact.seq < event.from_seq:
                    return f"{fact.seq} was lost before a gap"
            last = event.to_seq
        else:
            fact = log.pop(0) if log else Fact(0, True)
            if fact.seq != event.seq or fact.is_missing:
                return f"{event.seq} came for {fact.seq}"
            last = event.seq
    return f"{log[0].seq} never came" if log else None
