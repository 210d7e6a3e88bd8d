"""The programs of the README, run as they stand."""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import strikeline
from service import API_KEY, BASE_URL, MARKET

README = (Path(strikeline.__file__).parent.parent / "README.md").read_text()
PROGRAMS: list[str] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def words(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


class Readme(unittest.TestCase):
    def test_bot(self) -> None:
        """the README's bot has some twenty lines, and prints target, distance, ask and time left"""
        bot = PROGRAMS[0]
        self.assertLessEqual(len([line for line in bot.splitlines() if line]), 23)
        command = [sys.executable, "-c", bot, BASE_URL]
        environment = {**os.environ, "STRIKELINE_API_KEY": API_KEY}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        ) as running:
            assert running.stdout is not None
            line = running.stdout.readline()
            running.kill()
        number = r"-?\d+(\.\d+)?"
        pattern = rf"^btc-updown-5m-\d+ {number} ({number}|None) ({number}|no ask) {number}\n$"
        self.assertRegex(line, pattern)

    def test_calls(self) -> None:
        """the README's calls work, against a service and with a market that are here"""
        program = PROGRAMS[1]
        for old, new in (
            ("http://127.0.0.1:3000", BASE_URL),
            ("sk_test_...", API_KEY),
            ('client.windows.active(["btc"], ["1hour"]).data[0].slug', f'"{MARKET}"'),
            ('"nba"', '"wsl"'),
        ):
            self.assertIn(old, program)
            program = program.replace(old, new)
        program += "\nprint(order.status, target.price)\n"
        command = [sys.executable, "-c", program]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=120, env=dict(os.environ)
        )
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout.splitlines()[-1], r"^matched \d+\.\d+$")

    def test_legs(self) -> None:
        """the README's program prints the legs of a window, how venues agree, and changes"""
        [program] = [each for each in PROGRAMS if "legs=True" in each]
        program = program.replace("http://127.0.0.1:3000", BASE_URL)
        command = [sys.executable, "-u", "-c", program]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            lines = "".join(running.stdout.readline() for _ in range(5))
            running.kill()
        slug, number = r"btc-\S+", r"-?\d+(\.\d+)?"
        asked = rf"polymarket ({number}|None) BTC/USD\nkalshi ({number}|None) BRTI\n"
        followed = rf"{slug} polymarket \S+ \w+\n{slug} kalshi \S+ \w+\n"
        self.assertRegex(lines, rf"^{asked}\d+ \d+\n{followed}$")

    def test_table(self) -> None:
        """the README names every call and every error"""
        client = strikeline.Client("http://127.0.0.1:1", "k")
        rows = re.findall(r"^\| (`.*?) +\| (`.*?) +\|$", README.split("## Calls")[1], re.M)
        for part, calls in vars(client).items():
            told = {word for left, right in rows if f"`{part}`" in left for word in words(right)}
            names = {name for name in dir(calls) if not name.startswith("_")}
            self.assertTrue(part in ("_setup", "_runner", "stream") or names <= told, part)
        for name in strikeline.__all__:
            value = getattr(strikeline, name)
            if isinstance(value, type) and issubclass(value, strikeline.StrikelineError):
                is_base = value in (strikeline.StrikelineError, strikeline.ApiError)
                self.assertTrue(is_base or f"`{name}`" in README, name)
