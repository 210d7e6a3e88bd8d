"""Holds the guide's table for those who know ccxt to what the package has."""

import inspect
import re
import unittest
from pathlib import Path

import strikeline
from strikeline import AsyncClient, Client

ROOT = Path(strikeline.__file__).parents[4]
GUIDE = (ROOT / "adapters/http/document/guide/clients.md").read_text()
TABLE = GUIDE.split("## For those who know ccxt")[1].split("\n## ")[0]
CELLS = re.findall(r"^\| `[^|]+\| ([^|]+)\|", TABLE, re.M)
#: Such as `history.market(asset, type, market_start)`.
CALLS: list[tuple[str, str, str]] = [
    call for cell in CELLS for call in re.findall(r"`(\w+)\.(\w+)\(([^)]*)\)", cell)
]
#: Words of these calls that are no parameter's name.
VALUES = {"placed"}


class Guide(unittest.TestCase):
    def test_table(self) -> None:
        """each call of the guide's table is one of both clients, with these arguments"""
        self.assertGreater(len(CALLS), 20)
        for part, name, written in CALLS:
            given = [each for each in written.split(", ") if each not in ("", "...")]
            words = [each for each in given if "=" not in each]
            named = {each.split("=")[0]: None for each in given if "=" in each}
            for client in (Client("http://x", "k"), AsyncClient("http://x", "k")):
                call = getattr(getattr(client, part), name)
                bound = inspect.signature(call).bind_partial(*words, **named)
                names = [each for each in words if each.isidentifier() and each not in VALUES]
                self.assertEqual(names, [each for each in bound.arguments if each in names])

    def test_errors(self) -> None:
        """each error that the table calls one of Python is one"""
        told = re.findall(r"in Python ((?:`\w+`(?:, | ?))+)", " ".join(CELLS))
        names = [name for each in told for name in re.findall(r"\w+", each)]
        self.assertIn("ConnectionFailed", names)
        for name in names:
            self.assertTrue(issubclass(getattr(strikeline, name), strikeline.StrikelineError))
