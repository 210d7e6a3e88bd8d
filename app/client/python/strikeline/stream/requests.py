"""Builds the frames that subscribe to topics.

A frame lists assets and spans and covers every pair of them.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..names import Channel


@dataclass(frozen=True, slots=True)
class TopicRequest:
    """One topic to subscribe to, or with no asset the topics of every asset."""

    #: For games: a league; for orders: a wallet.
    asset: str | None
    #: An interval or the seconds of an average; empty for other channels.
    span: str
    #: Events follow this seq.
    since: int | None


@dataclass(frozen=True, slots=True)
class SubscribeRequest:
    """Every pair of an asset and a span, all with the same `since`. None means all assets."""

    assets: tuple[str, ...] | None
    spans: tuple[str, ...]
    since: int | None
    #: Whether windows come with the same window at other venues.
    legs: bool = False


def requests_of(wanted: Iterable[TopicRequest], legs: bool = False) -> list[SubscribeRequest]:
    """Groups topics into few requests that cover exactly these, each with its own `since`."""
    assets_by_span: dict[tuple[int | None, str], list[str | None]] = {}
    for topic in wanted:
        assets_by_span.setdefault((topic.since, topic.span), []).append(topic.asset)
    # Spans with the same assets share a request.
    spans: dict[tuple[int | None, tuple[str, ...] | None], list[str]] = {}
    for (since, span), assets in assets_by_span.items():
        named = tuple(sorted(asset for asset in assets if asset is not None))
        spans.setdefault((since, None if None in assets else named), []).append(span)
    return [
        SubscribeRequest(named_assets, tuple(each), since, legs)
        for (since, named_assets), each in spans.items()
    ]


#: What names the topics of a channel, where it is not `assets`.
NAMES: Mapping[Channel, str] = {"games": "leagues", "orders": "wallets"}


def request_text(
    request: SubscribeRequest,
    *,
    op: Literal["subscribe", "unsubscribe"],
    id: int,
    channel: Channel,
    key: str | None = None,
    is_waited_for: bool = False,
) -> str:
    """Returns the frame that subscribes or unsubscribes."""
    fields: dict[str, Any] = {"op": op, "id": id, "channel": channel}
    fields[NAMES.get(channel, "assets")] = request.assets
    if channel in ("windows", "targets"):
        fields["intervals"] = request.spans
    if channel == "twap":
        fields["windows"] = [int(span) for span in request.spans]
    if op == "subscribe":
        fields |= {"key": key, "since": request.since}
        fields |= {"legs": request.legs or None, "ack": is_waited_for or None}
    return json.dumps({name: value for name, value in fields.items() if value is not None})
