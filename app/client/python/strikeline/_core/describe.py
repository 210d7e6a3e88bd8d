"""Describes the common kinds of calls."""

from collections.abc import Callable, Mapping
from typing import TypeVar

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


def with_query(path: str, parameters: Mapping[str, Value]) -> str:
    """Returns a path with these parameters, as they are written in an address."""
    query = query_text(parameters)
    return f"{path}?{query}" if query else path


def reader(into: type[T]) -> Callable[[Answer], T]:
    """Returns what reads the JSON body of an answer into a dataclass."""

    def read(answer: Answer) -> T:
        try:
            value = read_json(answer.body)
        except ValueError as error:
            raise UnexpectedAnswer(f"Cannot read the answer as JSON: {error}") from None
        return decode(into, value)

    return read
