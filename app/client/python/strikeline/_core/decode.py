"""Reads JSON values into the dataclasses that describe them.

A field is looked up under its own name and in camelCase: the service uses both spellings. Unknown
fields are ignored and unknown names of an enumeration pass, so that the client works with a newer
service. A required field that is missing or has another type is an `UnexpectedAnswer`.
"""

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Mapping
from datetime import date, datetime, timezone
from decimal import Decimal
from functools import cache
from typing import Any, TypeVar

from ..errors import UnexpectedAnswer

T = TypeVar("T")
Decoder = Callable[[Any], Any]


class _Mismatch(Exception):
    """A value of another type. `path` leads to it, innermost name first."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.path: list[str] = []


def decode(into: type[T], value: object) -> T:
    """Reads a parsed JSON value. Raises `UnexpectedAnswer`, which says where it differs."""
    try:
        return typing.cast(T, _decoder(typing.cast(Any, into))(value))
    except _Mismatch as mismatch:
        path = "".join(reversed(mismatch.path))
        raise UnexpectedAnswer(f"Cannot read {into.__name__}{path}: {mismatch}") from None


def camel_case(name: str) -> str:
    """Returns the camelCase spelling of a name in snake_case."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def computed(default: object) -> Any:
    """A field that does not come from the body of an answer."""
    return dataclasses.field(default=default, metadata={"is_computed": True})


@cache
def _decoder(kind: Any) -> Decoder:
    origin = typing.get_origin(kind)
    if dataclasses.is_dataclass(kind):
        return _record(kind)
    if origin is typing.Literal:
        return _scalar(type(typing.get_args(kind)[0]))
    if origin is tuple:
        return _tuple(_decoder(typing.get_args(kind)[0]))
    if origin is Mapping:
        return _mapping(_decoder(typing.get_args(kind)[1]))
    if origin in (types.UnionType, typing.Union):
        return _union(typing.get_args(kind))
    if kind is Any:
        return lambda value: value
    return _scalar(kind)


def _record(kind: Any) -> Decoder:
    hints = typing.get_type_hints(kind)
    fields = [
        (field.name, camel_case(field.name), _decoder(hints[field.name]), field.default)
        for field in dataclasses.fields(kind)
        if "is_computed" not in field.metadata
    ]

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _Mismatch(f"expected an object, not {_shown(value)}")
        arguments = {}
        for name, camel, decoder, default in fields:
            wire = name if name in value else camel
            if wire in value:
                try:
                    arguments[name] = decoder(value[wire])
                except _Mismatch as mismatch:
                    mismatch.path.append(f".{wire}")
                    raise
            elif default is dataclasses.MISSING:
                raise _Mismatch(f"{name} is missing")
        return kind(**arguments)

    return read


def _tuple(decoder: Decoder) -> Decoder:
    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise _Mismatch(f"expected a list, not {_shown(value)}")
        try:
            return tuple(map(decoder, value))
        except _Mismatch as mismatch:
            mismatch.path.append("[]")
            raise

    return read


def _mapping(decoder: Decoder) -> Decoder:
    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _Mismatch(f"expected an object, not {_shown(value)}")
        return types.MappingProxyType({name: decoder(each) for name, each in value.items()})

    return read


def _union(members: tuple[Any, ...]) -> Decoder:
    """Decodes None, or the member whose tag is the value's `kind`, or the first that fits."""
    others = [member for member in members if member is not types.NoneType]
    is_nullable = len(others) < len(members)
    records = [member for member in others if dataclasses.is_dataclass(member)]
    is_tagged = len(records) > 1 and all("kind" in typing.get_type_hints(each) for each in records)
    decoder = _tagged(records) if is_tagged else _first_of(list(map(_decoder, others)))
    return (lambda value: None if value is None else decoder(value)) if is_nullable else decoder


def _tagged(records: list[Any]) -> Decoder:
    """Decodes by the literal of the field `kind`; the member whose `kind` is any text is left."""
    by_kind: dict[Any, Decoder] = {}
    fallback: Decoder | None = None
    for record in records:
        literals = typing.get_args(typing.get_type_hints(record)["kind"])
        if literals:
            by_kind[literals[0]] = _decoder(record)
        else:
            fallback = _decoder(record)

    def read(value: Any) -> Any:
        kind = value.get("kind") if isinstance(value, dict) else None
        decoder = by_kind.get(kind, fallback) if isinstance(kind, str) else None
        if decoder is None:
            raise _Mismatch(f"expected an object with a kind, not {_shown(value)}")
        return decoder(value)

    return read


def _first_of(decoders: list[Decoder]) -> Decoder:
    def read(value: Any) -> Any:
        for decoder in decoders[:-1]:
            try:
                return decoder(value)
            except _Mismatch:
                continue
        return decoders[-1](value)

    return read


def _scalar(kind: Any) -> Decoder:
    def read(value: Any) -> Any:
        if kind is Decimal:
            number = _decimal(value)
            if number is not None:
                return number
        elif kind in (datetime, date):
            instant = _instant(kind, value)
            if instant is not None:
                return instant
        elif kind is int and isinstance(value, str) and re.fullmatch(r"-?\d{1,100}", value):
            return int(value)
        elif isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
            return value
        raise _Mismatch(f"expected {kind.__name__}, not {_shown(value)}")

    return read


def _decimal(value: Any) -> Decimal | None:
    if isinstance(value, Decimal):
        return value
    is_text = isinstance(value, str) and re.fullmatch(r"-?\d{1,100}(\.\d{1,100})?", value)
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return Decimal(value) if is_text or is_whole else None


def _instant(kind: Any, value: Any) -> Any:
    try:
        instant = kind.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    if kind is date:
        return instant
    return instant.astimezone(timezone.utc) if instant.tzinfo is not None else None


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
