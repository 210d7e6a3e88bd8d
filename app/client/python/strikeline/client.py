"""The client."""

import copy
import dataclasses
import ssl
from typing import Unpack

from ._core.settings import Settings, SettingsChange
from ._io.sync_runner import SyncRunner
from ._setup import Setup
from .account import Account
from .books import Books
from .fees import Fees
from .games import Games
from .history import History
from .markets import Markets
from .orders import Orders
from .positions import Positions
from .service import Service
from .spot import SpotPrices
from .stream.options import StreamOptions
from .stream.sync_stream import Stream
from .targets import Targets
from .teams import Leagues, Teams
from .timeseries import Timeseries
from .twap import Twap
from .venue2 import Venue2
from .wallets import Wallets
from .windows import Windows


class Client:
    """A client of a Strikeline service.

        client = Client("http://127.0.0.1:3000", api_key="sk_test_...")
        client.targets.active("btc")

    Safe to use from several threads. Its connections are kept: make one client, and `close()` it,
    or use it in a `with` statement.
    """

    #: Target prices of open and past windows.
    targets: Targets
    #: Target, price, market and end of windows.
    windows: Windows
    #: The windows of a day.
    markets: Markets
    #: Past targets, and how windows ended.
    history: History
    #: The same, under the service's other paths.
    timeseries: Timeseries
    #: The oracle's average.
    twap: Twap
    #: The exchange's newest trades.
    spot: SpotPrices
    #: Order books.
    books: Books
    #: What takers pay.
    fees: Fees
    #: Whose key it is, and its wallets.
    account: Account
    #: Market orders.
    orders: Orders
    #: What a wallet has.
    wallets: Wallets
    #: What wallets have of each outcome, and what they made of it.
    positions: Positions
    #: Games, and which platforms list them.
    games: Games
    teams: Teams
    leagues: Leagues
    #: Outcome markets of the secondary venue.
    venue2: Venue2
    #: How the service is doing.
    service: Service
    #: Events as they happen.
    stream: Stream

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        tls: ssl.SSLContext | None = None,
        stream: StreamOptions | None = None,
        **settings: Unpack[SettingsChange],
    ) -> None:
        """Makes a client of the service at `base_url`; nothing is sent yet.

        `timeout` (60 s) is the time of a call with its retries, `attempt_timeout` (30 s) that of an
        attempt, `retries` (4) how often a reading call is repeated. Where the rate limit is known
        to be reached a call waits, unless `wait_for_limits` is false.
        """
        self._setup = Setup(base_url, api_key, tls)
        self.stream = Stream(self._setup.destination(stream), api_key, stream or StreamOptions())
        self._use(Settings(**settings))

    def with_options(self, **settings: Unpack[SettingsChange]) -> "Client":
        """Returns a client with other settings, which shares everything else with this one."""
        other = copy.copy(self)
        other._use(dataclasses.replace(self._runner.settings, **settings))
        return other

    def close(self) -> None:
        """Ends the stream and closes the connections."""
        self.stream.close()
        self._setup.transport.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _use(self, settings: Settings) -> None:
        runner = SyncRunner(self._setup.transport, settings, self._setup.around)
        self._runner = runner
        self.targets = Targets(runner)
        self.windows = Windows(runner)
        self.markets = Markets(runner)
        self.history = History(runner)
        self.timeseries = Timeseries(runner)
        self.twap = Twap(runner)
        self.spot = SpotPrices(runner)
        self.books = Books(runner)
        self.fees = Fees(runner)
        self.account = Account(runner)
        self.orders = Orders(runner, self.stream)
        self.wallets = Wallets(runner)
        self.positions = Positions(runner)
        self.games = Games(runner)
        self.teams = Teams(runner)
        self.leagues = Leagues(runner)
        self.venue2 = Venue2(runner)
        self.service = Service(runner)
