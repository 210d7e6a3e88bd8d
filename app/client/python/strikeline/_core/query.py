"""Turns arguments into the text of queries and paths."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import TypeVar
from urllib.parse import quote, urlencode

T = TypeVar("T")

#: An instant: unix seconds or milliseconds, an aware datetime, or ISO 8601.
Timestamp = int | datetime | str

Value = str | int | bool | date | Sequence[str] | Sequence[int] | None


def query_text(parameters: Mapping[str, Value]) -> str:
    """Returns the query of these parameters, without those that are None."""
    given = {name: value_text(name, value) for name, value in parameters.items()}
    return urlencode({name: text for name, text in given.items() if text is not None})


def value_text(name: str, value: Value) -> str | None:
    """Returns a parameter as the service reads it. Lists are joined by commas."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(
                f"Cannot use {name} {value!r}: it has no time zone; pass an aware datetime, "
                "such as datetime.now(timezone.utc)"
            )
        return value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(number := whole(value), int):
        return str(number)
    if not isinstance(value, Iterable) or isinstance(value, bytes | Mapping):
        # Such as time.time(), or a UUID.
        raise TypeError(
            f"Cannot use {name} {value!r}: pass a whole number, text, or what help() says of it"
        )
    # An empty list of parts means none of them; an empty list of filters would mean all.
    if not value and name != "include":
        raise ValueError(f"Cannot use an empty list of {name}: leave it out for all")
    return ",".join(map(str, value))


def whole(value: T) -> T | int:
    """Returns a whole number that is a float, such as 60.0, as an int, and all else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def path_text(template: str, **values: str) -> str:
    """Fills a path's `{names}` with percent-encoded values."""
    for name, value in values.items():
        if not isinstance(value, str):
            raise TypeError(f"Cannot use {name} {value!r}: pass text")
        if value in ("", ".", ".."):
            raise ValueError(f"Cannot use {name} {value!r}: pass the name of one")
    return template.format_map({name: quote(value, safe="") for name, value in values.items()})
