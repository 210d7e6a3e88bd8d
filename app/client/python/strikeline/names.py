"""The names that the service uses for assets, intervals, leagues and the like.

A newer service may send a name that is not listed here: it is passed on as it is.
"""

from typing import Literal

Asset = Literal["btc", "eth", "sol", "xrp", "hype", "doge", "bnb"]
Interval = Literal["5min", "15min", "1hour", "4hour", "daily"]
#: `oracle`: an on-chain data-stream provider. `exchange`: a spot and futures exchange.
Provider = Literal["oracle", "exchange"]
#: Where a price was found. `_late`: the first report up to 5 s after the instant.
PriceSource = Literal[
    "oracle",
    "oracle_twap",
    "oracle_late",
    "oracle_twap_late",
    "aggTrades",
    "klines",
    "klines_1m",
    "venue_site",
    "venue_metadata",
]
Outcome = Literal["up", "down", "tie"]
#: `BUY`: USDC for shares. `SELL`: shares for USDC.
Side = Literal["BUY", "SELL"]
#: `FOK`: fill all of it at once, or nothing. `FAK`: fill what is available.
OrderType = Literal["FOK", "FAK"]
OrderState = Literal["sent", "unknown", "matched", "refused"]
Scope = Literal["read", "trade"]
Sport = Literal["football", "basketball", "baseball", "hockey", "soccer", "mma", "tennis"]
League = Literal[
    "nfl",
    "ncaaf",
    "nba",
    "wnba",
    "ncaab",
    "mlb",
    "nhl",
    "epl",
    "efl",
    "laliga",
    "bundesliga",
    "seriea",
    "ligue1",
    "mls",
    "ligamx",
    "ucl",
    "uel",
    "worldcup",
    "wsl",
    "nwsl",
    "ufc",
    "atp",
    "wta",
]
GameStatus = Literal["scheduled", "live", "finished", "postponed", "cancelled"]
Platform = Literal["polymarket", "kalshi", "limitless", "sx_bet", "hyperliquid"]
Redistributable = Literal["yes", "no", "unknown"]
#: Where the durations of a league come from; None means assumed.
DurationBasis = Literal["league_measured", "sport_prior"]
