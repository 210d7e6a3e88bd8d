"""What the service sends about newest trades.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from .names import Asset

__all__ = ["Spot"]


@dataclass(frozen=True, slots=True)
class Spot:
    """The exchange's newest trade."""

    now: datetime
    asset: Asset
    #: Price of the trade in US dollars, with all its digits.
    price: Decimal
    #: When it was traded, by the exchange's clock.
    at: datetime
    #: Always the exchange's own trade: of its spot market, or of its futures where it trades the
    #: asset only there.
    source: Literal["aggTrades"]
