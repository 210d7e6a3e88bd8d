"""What the service sends about averages.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from .names import Asset

__all__ = ["LatestTwap"]


@dataclass(frozen=True, slots=True)
class LatestTwap:
    """The latest average."""

    asset: Asset
    #: The pair, such as `btc/usd`.
    symbol: str
    #: The look-back of the average.
    window_seconds: Literal[30, 60]
    #: The average in US dollars.
    value: Decimal
    #: The same times 10^18.
    value_e18: int
    #: The observed second.
    observed_at: datetime
    #: Always the oracle's own average.
    source: Literal["oracle_twap"]
