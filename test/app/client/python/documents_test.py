"""Holds the package's calls to the documents of the service: neither has what the other lacks."""

import dataclasses
import importlib
import inspect
import json
import os
import unittest
import urllib.request
from collections.abc import Callable
from typing import Any

from calls_test import arguments
from strikeline._core.call import Answer, Call
from strikeline._core.decode import camel_case
from strikeline._core.json_text import read_json
from strikeline.stream.frames import FRAMES, parse_frame
from strikeline.stream import loops
from strikeline.stream.requests import request_text
from strikeline.stream.resume import Resume

#: What the service has and the package leaves out, and why.
ROUTES_LEFT_OUT = {
    "GET /api/v1/stream": "the WebSocket, which /asyncapi.json describes",
    "GET /metrics": "for monitoring, in the text format of Prometheus",
}
MARKET_LEFT_OUT = {
    "start": "another name of marketStart",
    "timestamp": "another name of marketStart",
}
PARAMETERS_LEFT_OUT = {
    "GET /api/v1/markets/timestamps": {
        "interval": "another name of intervals",
        "day": "date says the same",
        "month": "date says the same",
        "year": "date says the same",
    },
    "GET /api/v1/pnl": {"format": "a table is no object: ask for it with any other tool"},
    "GET /api/v1/history/market": MARKET_LEFT_OUT,
    "GET /api/v1/timeseries/market": MARKET_LEFT_OUT,
}
#: Every description of a call, by the name of the client's call.
DESCRIPTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(importlib.import_module(f"strikeline.{part}"), call)
    for name in arguments(0)
    for part, call in [("teams.leagues" if name == "leagues.list" else name).split(".")]
    if not call.startswith(("iter", "wait"))
}


def document(name: str) -> dict[str, Any]:
    """Returns a document of the service."""
    with urllib.request.urlopen(f"{os.environ['STRIKELINE_URL']}/{name}.json", timeout=60) as body:
        parsed: dict[str, Any] = json.load(body)
        return parsed


def in_place(openapi: dict[str, Any]) -> dict[str, Any]:
    """Returns the document with shared parameters and answers where they are referred to."""
    shared = {
        f"#/components/{kind}/{name}": part
        for kind in ("parameters", "responses")
        for name, part in openapi["components"][kind].items()
    }

    def filled(one: dict[str, Any]) -> dict[str, Any]:
        return {**shared.get(one.get("$ref"), {}), **one}

    whole: dict[str, Any] = json.loads(json.dumps(openapi), object_hook=filled)
    return whole


class Documents(unittest.TestCase):
    openapi: dict[str, Any]
    asyncapi: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        cls.openapi = in_place(document("openapi"))
        cls.asyncapi = document("asyncapi")

    def operations(self) -> dict[str, Any]:
        """Returns the document's operations, by method and path."""
        return {
            f"{method.upper()} {path}": operation
            for path, methods in self.openapi["paths"].items()
            for method, operation in methods.items()
        }

    def calls(self) -> dict[str, dict[str, Call[Any]]]:
        """Returns the package's calls, by operation and by name."""
        given = arguments(1_767_225_600)
        by_operation: dict[str, dict[str, Call[Any]]] = {}
        for name, describe in DESCRIPTIONS.items():
            signature = inspect.signature(describe)
            # Every parameter is passed, so that nothing of what the package can send is overlooked.
            filled = {each: _any_value(name, each) for each in signature.parameters}
            bound = signature.bind(*given[name][0], **given[name][1]).arguments
            call = describe(**{**filled, **bound})
            by_operation.setdefault(self._operation_of(call), {})[name] = call
        return by_operation

    def _operation_of(self, call: Call[Any]) -> str:
        path = call.request.target.split("?")[0].split("/")
        # Of two that fit, the one that spells more of the path.
        for operation in sorted(self.operations(), key=lambda each: each.count("{")):
            method, _, template = operation.partition(" ")
            parts = template.split("/")
            if method == call.request.method and len(parts) == len(path):
                if all(a == b or a.startswith("{") for a, b in zip(parts, path, strict=True)):
                    return operation
        return f"{call.request.method} {call.request.target}"

    def _resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        named = self.asyncapi["components"]["schemas"]
        resolved: dict[str, Any] = named.get(schema.get("$ref", "").rsplit("/", 1)[-1], schema)
        return resolved

    def test_routes(self) -> None:
        """the package has every route of /openapi.json, and no other"""
        routes = set(self.operations()) - set(ROUTES_LEFT_OUT)
        self.assertEqual(routes, set(self.calls()))
        self.assertLessEqual(set(ROUTES_LEFT_OUT), set(self.operations()))

    def test_parameters(self) -> None:
        """the package sends every parameter and header of each route, and no other"""
        for operation, calls in self.calls().items():
            documented = {
                (each["in"], each["name"].lower() if each["in"] == "header" else each["name"])
                for each in self.operations()[operation]["parameters"]
                if each["in"] != "path"
            }
            left_out = PARAMETERS_LEFT_OUT.get(operation, {})
            wanted = {each for each in documented if each[1] not in left_out}
            self.assertEqual(len(wanted), len(documented) - len(left_out), operation)
            sent: set[tuple[str, str]] = set()
            for call in calls.values():
                _, _, query = call.request.target.partition("?")
                sent |= {("query", pair.split("=")[0]) for pair in query.split("&") if pair}
                sent |= {("header", each) for each in call.request.headers}
                sent |= {("header", "if-none-match")} if call.is_tagged else set()
            sent.discard(("header", "content-type"))
            self.assertEqual(sent, wanted, operation)

    def test_bodies(self) -> None:
        """the package sends every field of each body, and no other"""
        for operation, calls in self.calls().items():
            body = self.operations()[operation].get("requestBody")
            sent: set[str] = set()
            for call in calls.values():
                sent |= set(read_json(call.request.body)) if call.request.body else set()
            fields = body["content"]["application/json"]["schema"]["properties"] if body else {}
            self.assertEqual(sent, set(fields), operation)

    def test_tags_and_keys(self) -> None:
        """the package knows which answers have a tag, and whose limit a request counts against"""
        for operation, calls in self.calls().items():
            documented = self.operations()[operation]
            headers = documented["responses"]["200"].get("headers", {})
            for name, call in calls.items():
                self.assertEqual(call.is_tagged, "ETag" in headers, name)
                is_keyed = bool(documented.get("security"))
                self.assertEqual(call.bucket == "keyed", is_keyed, name)
                is_counted = "X-RateLimit-Limit" in headers
                self.assertEqual(call.bucket == "none", not is_counted, name)

    def test_answers(self) -> None:
        """the package reads the whole example of each answer"""
        for operation, calls in self.calls().items():
            answer = self.operations()[operation]["responses"]["200"]
            example = answer["content"]["application/json"]["example"]
            # The example of an order is one that was placed, and one of prices is of one asset.
            others = {"orders.preview", "orders.preview_limit"}
            others |= {"targets.active_by_asset", "markets.timestamps_by_asset"}
            for name in calls.keys() - others:
                read = calls[name].read(Answer(200, {}, json.dumps(example).encode()))
                fields = [field.name for field in dataclasses.fields(read)]
                self.assertLessEqual(set(example), {*fields, *map(camel_case, fields)}, name)

    def test_frames(self) -> None:
        """the package reads the examples of every frame that the service sends"""
        for name, message in self.asyncapi["components"]["messages"].items():
            for example in (each["payload"] for each in message["examples"]):
                if "type" in example:
                    self.assertIsInstance(parse_frame(json.dumps(example)), FRAMES[name])

    def test_messages(self) -> None:
        """the package sends every field of every message, and no other"""
        documented = {
            (
                schema["properties"]["op"]["const"],
                schema["properties"].get("channel", {}).get("const"),
            ): set(schema["properties"])
            for message in self.asyncapi["components"]["messages"].values()
            if "op" in (schema := self._resolved(message["payload"]))["properties"]
        }
        # A ping needs no id: any frame that comes shows that the connection works.
        self.assertEqual(documented.pop(("ping", None)), {"op", "id"})
        # Nothing answers what acknowledges, unless it cannot be read.
        self.assertEqual(documented.pop(("ack", None)), {"op", "n", "id"})
        # The service reads no key there.
        for channel in ("games", "orders"):
            documented["unsubscribe", channel].remove("key")
        sent = {}
        for followed in (
            loops.targets(assets=["btc"], intervals=["5min"], since=1).followed,
            loops.twap(assets=["btc"], windows=[60], since=1).followed,
            loops.windows("btc", "5min", since=1, legs=True).followed,
            loops.spot(assets=["btc"]).followed,
            loops.games(leagues=["nba"], since=1).followed,
            loops.orders(wallets=["w"], since=1).followed,
        ):
            [request] = Resume(followed).connected(0)
            channel = followed.channel
            key = "k" if channel in ("games", "orders") else None
            for op in ("subscribe", "unsubscribe"):
                text = request_text(
                    request, op=op, id=1, channel=channel, key=key, is_waited_for=True
                )
                sent[op, channel] = set(json.loads(text))
        self.assertEqual(sent, documented)


def _any_value(name: str, parameter: str) -> Any:
    """Returns some value of a parameter that the calls of the other tests leave out."""
    if parameter in ("market", "asset_id", "id", "cursor", "slug", "event_id", "source", "tz", "q"):
        return "1"
    if parameter in ("from_", "to", "day", "timestamp", "date"):
        return "2026-01-01"
    if parameter == "condition_id":
        return "0x" + "1" * 64
    return {"idempotency_key": "k", "days": 1, "limit": 1}.get(parameter, ["1"])
