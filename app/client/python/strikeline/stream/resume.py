"""The progress of one loop in its topics over any number of connections."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..names import Channel
from .events import TopicEvent
from .position import After, New, Position, first_position, on_connect, since_of, take
from .requests import SubscribeRequest, TopicRequest, requests_of
from .topic import age_sec_max, is_counted, is_unordered, split_topic, topic_of
from .window_position import Watching


@dataclass(frozen=True, slots=True)
class Followed:
    """What a loop follows."""

    channel: Channel
    #: For games: leagues; for orders: wallets. None means every one that the service has.
    assets: tuple[str, ...] | None
    #: Intervals or the seconds of averages; for other channels one empty text.
    spans: tuple[str, ...]
    #: Begins with the event after this seq; None begins with the current value.
    since: int | None
    #: Whether windows come with the same window at other venues.
    legs: bool = False


@dataclass(slots=True)
class _Entry:
    asset: str | None
    span: str
    position: Position


class Resume:
    """The positions of a loop in its topics. It yields each event once and in order."""

    def __init__(self, followed: Followed) -> None:
        self.channel = followed.channel
        self._legs = followed.legs
        # By topic. An entry without an asset means all of them, until the service has listed them.
        self._entries = {
            topic_of(followed.channel, asset, span): _Entry(
                asset, span, first_position(followed.since)
            )
            for span in followed.spans
            for asset in followed.assets or (None,)
        }

    def connected(self, server_time: float) -> list[SubscribeRequest]:
        """Returns the requests for a new connection, when the clock shows at least this time."""
        # A number is not a time: without one from the service, start over at the current state.
        if not is_counted(self.channel) and not is_unordered(self.channel):
            for entry in self._entries.values():
                entry.position = on_connect(entry.position, server_time)
        wanted = [
            TopicRequest(entry.asset, entry.span, since_of(entry.position, age_sec_max(topic)))
            for topic, entry in self._entries.items()
        ]
        return requests_of(wanted, self._legs)

    def subscribed(
        self,
        topics: Iterable[str],
        seq: int | None = None,
        seqs: Mapping[str, int] | None = None,
    ) -> list[str]:
        """Takes the topics of an answer. Returns those that belong here.

        Topics without any event yet continue after `seq`, or their own of `seqs`, if the service
        sent one.
        """
        topics = list(topics)
        resolved: set[str] = set()
        for topic in topics:
            _, asset, span = split_topic(topic)
            every = topic_of(self.channel, None, span)
            entry = self._entries.get(every)
            if entry is not None and topic_of(self.channel, asset, span) == topic:
                self._entries[topic] = _Entry(asset, span, entry.position)
                resolved.add(every)
        for every in resolved:
            del self._entries[every]
        mine = [topic for topic in topics if topic in self._entries]
        for topic in mine:
            begun = (seqs or {}).get(topic, seq)
            if begun is not None and isinstance(self._entries[topic].position, New):
                self._entries[topic].position = After(begun)
        return mine

    def take(self, event: TopicEvent) -> TopicEvent | None:
        """Takes an event from the service. Returns what the loop gets, if anything."""
        entry = self._entries.get(event.topic)
        if entry is None:
            return None
        entry.position, news = take(entry.position, event, age_sec_max(event.topic))
        return news

    def unsubscribing(self) -> list[SubscribeRequest]:
        """Returns the requests that unsubscribe from everything followed here."""
        return requests_of(
            TopicRequest(entry.asset, entry.span, None) for entry in self._entries.values()
        )

    def overlaps(self, other: "Resume") -> bool:
        """Whether both follow a common topic."""
        return self.channel == other.channel and any(
            mine.span == theirs.span
            and (mine.asset == theirs.asset or mine.asset is None or theirs.asset is None)
            for mine in self._entries.values()
            for theirs in other._entries.values()
        )

    def last_seqs(self) -> Mapping[str, int]:
        """Returns the last seq that the loop got or began after, by topic."""
        return {
            topic: entry.position.seq
            for topic, entry in self._entries.items()
            if isinstance(entry.position, (After, Watching)) and entry.position.seq is not None
        }
