"""Describes the requests that place an order under a key, at most once."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from .call import Answer, Call, Request
from .describe import reader
from .uuid7 import uuid7

T = TypeVar("T")

JSON_HEADERS: Mapping[str, str] = {"content-type": "application/json"}


def placing(
    path: str,
    body: bytes,
    idempotency_key: str | None,
    into: type[T],
    keyed: Callable[[T, str, bool], T],
) -> Call[T]:
    """Describes a request with a key, a new one for None.

    `keyed` adds to what was read the key, and whether an earlier request got the same answer.
    """
    key = new_key(idempotency_key)
    read = reader(into)

    def placed(answer: Answer) -> T:
        return keyed(read(answer), key, answer.headers.get("idempotent-replayed") == "true")

    return Call(
        Request("POST", path, {**JSON_HEADERS, "idempotency-key": key}, body),
        placed,
        bucket="keyed",
        idempotency_keys=(key,),
        is_resumed=idempotency_key is not None,
    )


def new_key(given: str | None) -> str:
    """Returns the given key, or a new one for None. Raises a `ValueError` for what is no key."""
    if given is None:
        return uuid7()
    if not isinstance(given, str):
        raise TypeError(f'Cannot use idempotency_key {given!r}: pass text, such as "{given}"')
    if not (1 <= len(given) <= 128 and all("!" <= each <= "~" for each in given)):
        raise ValueError(
            f"Cannot use idempotency_key {given!r}: pass 1 to 128 visible ASCII characters"
        )
    return given
