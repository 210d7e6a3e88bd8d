"""Describes the common kinds of calls."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..errors import UnexpectedAnswer
from .call import Answer, Bucket, Call, Request
from .decode import decode
from .json_text import read_json
from .query import Value, query_text

T = TypeVar("T")


def get(
    path: str,
    into: type[T],
    parameters: Mapping[str, Value] | None = None,
    *,
    bucket: Bucket = "public",
    is_tagged: bool = False,
) -> Call[T]:
    """Describes a GET whose answer is read into a dataclass."""
    request = Request("GET", with_query(path, parameters or {}))
    return Call(request, reader(into), bucket=bucket, is_tagged=is_tagged)


def get_by_asset(path: str, into: type[T], parameters: Mapping[str, Value]) -> Call[T]:
    """Describes a GET about a list of assets, which the service answers by asset.

    It takes a list of one for one: that answer is read as if it were by asset, too.
    """
    request = Request("GET", with_query(path, parameters))
    return Call(request, reader(into, _by_asset))


def _by_asset(value: Any) -> Any:
    if not isinstance(value, dict) or "asset" not in value:
        return value
    return {"now": value.get("now"), "assets": {value["asset"]: value}}


def with_query(path: str, parameters: Mapping[str, Value]) -> str:
    """Returns a path with these parameters, as they are written in an address."""
    query = query_text(parameters)
    return f"{path}?{query}" if query else path


def reader(
    into: type[T], shaped: Callable[[Any], Any] = lambda value: value
) -> Callable[[Answer], T]:
    """Returns what reads the JSON body of an answer, as it is shaped, into a dataclass."""

    def read(answer: Answer) -> T:
        try:
            value = read_json(answer.body)
        except ValueError as error:
            raise UnexpectedAnswer(f"Cannot read the answer as JSON: {error}") from None
        return decode(into, shaped(value))

    return read
