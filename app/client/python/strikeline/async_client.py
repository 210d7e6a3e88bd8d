"""The client for programs that use asyncio."""

import copy
import dataclasses
import ssl
from concurrent.futures import ThreadPoolExecutor
from typing import Unpack

from ._core.settings import Settings, SettingsChange
from ._io.async_runner import AsyncRunner
from ._setup import Setup
from .account import AsyncAccount
from .books import AsyncBooks
from .fees import AsyncFees
from .games import AsyncGames
from .history import AsyncHistory
from .markets import AsyncMarkets
from .orders import AsyncOrders
from .positions import AsyncPositions
from .service import AsyncService
from .spot import AsyncSpotPrices
from .stream.options import StreamOptions
from .stream.async_stream import AsyncStream
from .targets import AsyncTargets
from .teams import AsyncLeagues, AsyncTeams
from .timeseries import AsyncTimeseries
from .twap import AsyncTwap
from .venue2 import AsyncVenue2
from .wallets import AsyncWallets
from .windows import AsyncWindows


class AsyncClient:
    """A client of a Strikeline service, whose calls are awaited.

        client = AsyncClient("http://127.0.0.1:3000", api_key="sk_test_...")
        await client.targets.active("btc")

    The standard library has no asynchronous HTTP: requests run on at most `threads` threads, and
    more wait for a free one. The stream needs none. A call that is cancelled breaks its connection;
    an order may have been placed all the same, and its key is a note on the `CancelledError`: pass
    an `idempotency_key` of your own to an order that you may cancel. Use one client for each event
    loop, and `aclose()` it, or use it in an `async with` statement.
    """

    #: Target prices of open and past windows.
    targets: AsyncTargets
    #: Target, price, market and end of windows.
    windows: AsyncWindows
    #: The windows of a day.
    markets: AsyncMarkets
    #: Past targets, and how windows ended.
    history: AsyncHistory
    #: The same, under the service's other paths.
    timeseries: AsyncTimeseries
    #: The oracle's average.
    twap: AsyncTwap
    #: The exchange's newest trades.
    spot: AsyncSpotPrices
    #: Order books.
    books: AsyncBooks
    #: What takers pay.
    fees: AsyncFees
    #: Whose key it is, and its wallets.
    account: AsyncAccount
    #: Market orders.
    orders: AsyncOrders
    #: What a wallet has.
    wallets: AsyncWallets
    #: What wallets have of each outcome, and what they made of it.
    positions: AsyncPositions
    #: Games, and which platforms list them.
    games: AsyncGames
    teams: AsyncTeams
    leagues: AsyncLeagues
    #: Outcome markets of the secondary venue.
    venue2: AsyncVenue2
    #: How the service is doing.
    service: AsyncService
    #: Events as they happen.
    stream: AsyncStream

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        tls: ssl.SSLContext | None = None,
        threads: int = 16,
        stream: StreamOptions | None = None,
        **settings: Unpack[SettingsChange],
    ) -> None:
        """Makes a client of the service at `base_url`; nothing is sent yet.

        `timeout` (60 s) is the time of a call with its retries, `attempt_timeout` (30 s) that of an
        attempt, `retries` (4) how often a reading call is repeated. Where the rate limit is known
        to be reached a call waits, unless `wait_for_limits` is false.
        """
        self._setup = Setup(base_url, api_key, tls)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="strikeline")
        self.stream = AsyncStream(
            self._setup.destination(stream), api_key, stream or StreamOptions()
        )
        self._use(Settings(**settings))

    def with_options(self, **settings: Unpack[SettingsChange]) -> "AsyncClient":
        """Returns a client with other settings, which shares everything else with this one."""
        other = copy.copy(self)
        other._use(dataclasses.replace(self._runner.settings, **settings))
        return other

    async def aclose(self) -> None:
        """Ends the stream and closes the connections."""
        await self.stream.aclose()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._setup.transport.close()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def _use(self, settings: Settings) -> None:
        runner = AsyncRunner(self._setup.transport, self._threads, settings, self._setup.around)
        self._runner = runner
        self.targets = AsyncTargets(runner)
        self.windows = AsyncWindows(runner)
        self.markets = AsyncMarkets(runner)
        self.history = AsyncHistory(runner)
        self.timeseries = AsyncTimeseries(runner)
        self.twap = AsyncTwap(runner)
        self.spot = AsyncSpotPrices(runner)
        self.books = AsyncBooks(runner)
        self.fees = AsyncFees(runner)
        self.account = AsyncAccount(runner)
        self.orders = AsyncOrders(runner, self.stream)
        self.wallets = AsyncWallets(runner)
        self.positions = AsyncPositions(runner)
        self.games = AsyncGames(runner)
        self.teams = AsyncTeams(runner)
        self.leagues = AsyncLeagues(runner)
        self.venue2 = AsyncVenue2(runner)
        self.service = AsyncService(runner)
