"""The names of topics and what follows from them."""

from collections.abc import Iterable, Mapping
from unicodedata import normalize

from .._core.query import whole
from ..names import Provider

INTERVALS = ("5min", "15min", "1hour", "4hour", "daily")

#: Other spellings that the service accepts.
ALIASES: Mapping[str, str] = {
    "5m": "5min",
    "15m": "15min",
    "1h": "1hour",
    "1hr": "1hour",
    "4h": "4hour",
    "day": "daily",
}

HOUR_SEC = 3_600

#: One hour more for `4hour` and `daily`: when US Eastern clocks go back, a day has 25 hours.
LENGTH_SEC_MAX: Mapping[str, int] = {
    "5min": 300,
    "15min": 900,
    "1hour": HOUR_SEC,
    "4hour": 5 * HOUR_SEC,
    "daily": 25 * HOUR_SEC,
}

#: An average is published some seconds after its own second.
TWAP_AGE_SEC_MAX = 5


def canonical_names(option: str, names: Iterable[str | int]) -> tuple[str, ...]:
    """Returns the service's spelling of each name, without duplicates."""
    if isinstance(names, str):
        raise TypeError(f'Cannot follow {option} "{names}": pass a list, such as ["{names}"]')
    if not isinstance(names, Iterable):
        raise TypeError(f"Cannot follow {option} {names!r}: pass a list, such as [{names!r}]")
    spelled = [normalize("NFKC", str(whole(name))).strip().casefold() for name in names]
    if not spelled:
        hint = "name at least one" if option == "wallets" else "leave it out for all"
        raise ValueError(f"Cannot follow an empty list of {option}: {hint}")
    return tuple(dict.fromkeys(ALIASES.get(name, name) for name in spelled))


def topic_of(channel: str, asset: str | None, span: str) -> str:
    """Returns the name of a topic; of every asset if it is None."""
    return ":".join([channel, asset or "*", *([span] if span else [])])


def split_topic(topic: str) -> tuple[str, str, str]:
    """Returns the channel, the asset or league, and the span of a topic, each perhaps empty."""
    channel, asset, span = (topic.split(":") + ["", ""])[:3]
    return channel, asset, span


def age_sec_max(topic: str) -> int:
    """Returns the greatest age of a topic's current value.

    It is the longest window of its interval, or the delay of an average.
    """
    channel, _, span = split_topic(topic)
    return TWAP_AGE_SEC_MAX if channel == "twap" else LENGTH_SEC_MAX.get(span, 25 * HOUR_SEC)


def is_unordered(channel: str) -> bool:
    """Whether a channel has no seqs: a new connection begins with the current value."""
    return channel == "spot"


def is_counted(channel: str) -> bool:
    """Whether the seqs of a channel are numbers that the service counts, and not unix seconds."""
    return channel in ("games", "orders")


def provider_of(topic: str) -> Provider | None:
    """Returns the provider of a topic's values; None for those without a provider's state."""
    channel, _, span = split_topic(topic)
    if is_counted(channel):
        return None
    return "exchange" if channel == "spot" or span in ("1hour", "daily") else "oracle"
