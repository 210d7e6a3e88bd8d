"""Breaks the service of a test and the cable to it."""

import os
import urllib.request


def cut() -> None:
    """Breaks every connection."""
    _control("cut")


def cut_after(count: int) -> None:
    """Breaks every connection after so many more bytes from the service."""
    _control(f"cut_after?value={count}")


def delay(milliseconds: int) -> None:
    """Delays bytes from either side."""
    _control(f"delay?value={milliseconds}")


def kill() -> None:
    """Kills the service, and returns when it answers again."""
    _control("kill")


def _control(path: str) -> None:
    request = urllib.request.Request(f"{os.environ['STRIKELINE_CONTROL_URL']}/{path}")
    with urllib.request.urlopen(request, timeout=240) as response:
        response.read()
