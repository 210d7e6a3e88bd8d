"""Breaks the service of a test and the cable to it."""

import os
import urllib.request

BASE_URL = os.environ.get("STRIKELINE_URL", "")
API_KEY = os.environ.get("STRIKELINE_API_KEY", "")
WALLET_ID = os.environ.get("STRIKELINE_WALLET_ID", "")
#: A market that is always open, and one whose venue answers orders a second late.
MARKET = os.environ.get("STRIKELINE_MARKET", "")
DELAYED_MARKET = os.environ.get("STRIKELINE_DELAYED_MARKET", "")


def cut() -> None:
    """Breaks every connection."""
    _control("cut")


def lose_next_answer() -> None:
    """Breaks every connection with the next bytes that the service sends, which are lost."""
    _control("cut_after?value=0")


def cut_after(count: int) -> None:
    """Breaks every connection after so many more bytes from the service."""
    _control(f"cut_after?value={count}")


def unplug(is_unplugged: bool) -> None:
    """Whether new connections are broken too."""
    _control(f"unplug?value={int(is_unplugged)}")


def delay(milliseconds: int) -> None:
    """Delays bytes from either side."""
    _control(f"delay?value={milliseconds}")


def kill() -> None:
    """Kills the service, and returns when it answers again."""
    _control("kill")


def connections() -> int:
    """Returns how many connections were made."""
    text = _control("count").decode()
    return int(text.split(":")[1].rstrip("}"))


def _control(path: str) -> bytes:
    request = urllib.request.Request(f"{os.environ['STRIKELINE_CONTROL_URL']}/{path}")
    with urllib.request.urlopen(request, timeout=240) as response:
        body: bytes = response.read()
        return body
