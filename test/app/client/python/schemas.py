"""Compares the schemas of the service's documents with the package's dataclasses."""

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from strikeline._core.decode import camel_case
from strikeline.evidence import OtherEvidence

#: What the package has for itself.
ONLY_IN_THE_PACKAGE = {OtherEvidence: "evidence of a kind that a newer service may have"}


class Schemas:
    """Compares the schemas of a document with dataclasses."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self._schemas = schemas

    def resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Follows a reference."""
        name = schema.get("$ref")
        return self._schemas[name.rsplit("/", 1)[1]] if name is not None else schema

    def differences(self, kind: Any, schema: Mapping[str, Any], place: str) -> Iterator[str]:
        """Yields where a type and a schema differ."""
        schema = self.resolved(schema)
        members = list(self._alternatives(schema))
        is_nullable = any(each.get("type") == "null" for each in members)
        members = [each for each in members if each.get("type") != "null"]
        kinds = [each for each in _members(kind) if each not in ONLY_IN_THE_PACKAGE]
        if is_nullable and types.NoneType not in kinds:
            yield f"{place} may be null"
        kinds = [each for each in kinds if each is not types.NoneType]
        if len(members) > 1 and len(kinds) > 1 and all(map(dataclasses.is_dataclass, kinds)):
            yield from self._union(kinds, members, place)
        elif members:
            kind = kinds[0] if len(kinds) == 1 else kind
            for member in members:
                yield from self._one(kind, member, place)
        else:
            yield from self._one(kinds[0] if len(kinds) == 1 else kind, schema, place)

    def _alternatives(self, schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        for each in map(self.resolved, schema.get("anyOf", [])):
            if "anyOf" in each:
                yield from self._alternatives(each)
            else:
                yield each

    def _union(self, kinds: list[Any], members: list[Any], place: str) -> Iterator[str]:
        by_kind = {_tag(kind): kind for kind in kinds}
        for member in members:
            tag = member["properties"]["kind"]["const"]
            if tag not in by_kind:
                yield f"{place} has no {tag}"
                continue
            yield from self._one(by_kind.pop(tag), member, f"{place}<{tag}>")
        for tag in by_kind:
            yield f"{place} has {tag}, which the document has not"

    def _one(self, kind: Any, schema: Mapping[str, Any], place: str) -> Iterator[str]:
        names = schema.get("enum") or ([schema["const"]] if "const" in schema else None)
        if typing.get_origin(kind) is typing.Literal:
            known = set(typing.get_args(kind))
            # A constant of a union is one of several.
            is_whole = schema.get("enum") is not None or isinstance(schema.get("const"), str)
            if names is None or (known != set(names) if is_whole else not set(names) <= known):
                yield f"{place} is one of {names}, and not of {sorted(map(str, known))}"
            return
        if dataclasses.is_dataclass(kind):
            yield from self._record(kind, schema, place)
        elif typing.get_origin(kind) is tuple:
            yield from self.differences(typing.get_args(kind)[0], schema["items"], f"{place}[]")
        elif schema.get("type") == "object":
            pattern = next(iter(schema["patternProperties"].values()))
            if kind != Mapping[str, Any]:
                yield from self.differences(typing.get_args(kind)[1], pattern, f"{place}{{}}")
        elif kind is not Any and not _fits(kind, schema):
            yield f"{place} is {schema}, and not {kind}"

    def _record(self, kind: Any, schema: Mapping[str, Any], place: str) -> Iterator[str]:
        hints = typing.get_type_hints(kind)
        fields = {
            each.name: each
            for each in dataclasses.fields(kind)
            if "is_computed" not in each.metadata
        }
        for wire, member in schema.get("properties", {}).items():
            name = next((each for each in fields if wire in (each, camel_case(each))), None)
            if name is None:
                yield f"{place}.{wire} is missing in {kind.__name__}"
                continue
            field = fields.pop(name)
            is_required = wire in schema.get("required", [])
            if field.default is dataclasses.MISSING and not is_required:
                yield f"{place}.{wire} may be missing in an answer, and {kind.__name__} needs it"
            yield from self.differences(hints[name], member, f"{place}.{wire}")
        for name in fields:
            if (kind.__name__, name) not in SHARED_FIELDS or fields[name].default is (
                dataclasses.MISSING
            ):
                yield f"{place}.{name} is in {kind.__name__} alone"


#: Fields of a dataclass that several schemas share, of which some lack them.
SHARED_FIELDS = {
    ("FeeEvent", "title"): "only the answer about an event has it",
    ("FeeConfig", "source"): "the older estimate has none",
    ("FeeResult", "gross_usdc"): "a required field of the flat estimate",
    ("FeeResult", "net_usdc"): "a required field of the flat estimate",
    ("GamesMeta", "unread_leagues"): "only of games",
}


def _members(kind: Any) -> tuple[Any, ...]:
    is_union = typing.get_origin(kind) in (types.UnionType, typing.Union)
    return typing.get_args(kind) if is_union else (kind,)


def _tag(kind: Any) -> str:
    tag: str = typing.get_args(typing.get_type_hints(kind)["kind"])[0]
    return tag


def _fits(kind: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a scalar type is the one that the house uses for a schema."""
    wire, form = schema.get("type"), schema.get("format")
    if kind in (datetime, date):
        return wire == "string" and form == ("date" if kind is date else "date-time")
    if kind is Decimal:
        return wire == "number" or (wire == "string" and form is None)
    if kind is int:
        return wire == "integer" or wire in ("number", "string") and form is None
    if kind is str:
        return wire == "string" and form not in ("date", "date-time")
    if kind is bool:
        return wire == "boolean"
    # Such as the figures of a candle: text or numbers.
    members = _members(kind)
    return len(members) > 1 and any(_fits(each, schema) for each in members)
