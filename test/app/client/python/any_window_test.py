"""The window of whatever the service tells of one."""

import unittest
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from unittest import mock

from strikeline import window_of
from strikeline.any_window import ToldWindow
from strikeline.models.event import TargetEvent
from strikeline.models.history import Datapoint, HistoryItem, MarketHistory
from strikeline.models.market import MarketWindow
from strikeline.models.target import ActiveTarget, BatchTarget, TargetAt

START = 1_767_225_600
END = START + 300
AT = datetime.fromtimestamp(START, timezone.utc)
NOW = AT + timedelta(seconds=121.5)
NAMES = {"slug": "btc-updown-5m-1767225600", "url": "https://a.example/b"}
PLACE = {"window_start": START, "window_end": END, **NAMES}
LISTED = {"timestamp_start": START, "timestamp_end": END - 1, "start_iso": AT, "end_iso": AT}
PRICE = {"source": "oracle_twap", "price": Decimal(1)}
SERIES = {"asset": "btc", "market_type": "5min"}
ASKED = {"now": NOW, "provider": "oracle", **SERIES}

TOLD: tuple[ToldWindow, ...] = (
    ActiveTarget(market_type="5min", ok=True, window_start_iso=AT, **PLACE, **PRICE),
    BatchTarget(asset="btc", ok=True, **PLACE, **PRICE),
    TargetAt(requested_timestamp=START, requested_timestamp_iso=AT, **ASKED, **PLACE, **PRICE),
    MarketHistory(
        market=MarketWindow(**LISTED, **NAMES), datapoint=Datapoint(**PRICE), **ASKED, **PLACE
    ),
    MarketWindow(**LISTED, **NAMES),
    HistoryItem(ok=True, **LISTED, **NAMES, **PRICE),
    TargetEvent(
        type="target",
        topic="targets:btc:5min",
        seq=START,
        provider="oracle",
        window_start_iso=AT,
        published_at=NOW,
        delay_ms=1,
        **SERIES,
        **PLACE,
        **PRICE,
    ),
)


class Windows(unittest.TestCase):
    def test_of_everything(self) -> None:
        """every answer that has a window gives the same one"""
        for told in TOLD:
            window = window_of(told, NOW)
            self.assertEqual((window.start, window.end), (START, END), type(told))
            self.assertEqual({"slug": window.slug, "url": window.url}, NAMES)
            self.assertEqual(window, window_of(TOLD[0], AT))

    def test_seconds_left(self) -> None:
        """it counts down from the instant of the answer, on no wall clock, and not below 0"""
        with mock.patch("time.monotonic", side_effect=[5.0, 5.0, 15.0, 1e9]):
            window = window_of(TOLD[0], NOW)
            left = [window.seconds_left() for _ in range(3)]
        self.assertEqual(left, [178.5, 168.5, 0])
        self.assertEqual(window.seconds_left(AT + timedelta(seconds=299)), 1)
