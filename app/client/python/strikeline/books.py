"""Order books of the primary venue."""

from ._core.call import Call
from ._core.describe import get as described_get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.book import *


def get(
    slug: str, outcome: str, *, depth: int | None = None, trades: int | None = None
) -> Call[OrderBook]:
    """Returns the order book of an outcome of a market, best level first.

    `depth` is how many levels of each side are sent, at most 100, by default 10; `trades` is how
    many of the last trades are, at most 50, by default none.
    """
    query = {"slug": slug, "outcome": outcome, "depth": depth, "trades": trades}
    return described_get("/api/v1/book", OrderBook, query)


class Books(SyncResource):
    """Order books, of `Client`."""

    get = sync(get)


class AsyncBooks(AsyncResource):
    """Order books, of `AsyncClient`."""

    get = asynchronous(get)
