"""What the service sends about assets, leagues and the like, by name.

Made by `bun run client-types` from the service's documents: do not edit.
"""

from typing import Literal

__all__ = [
    "ActionKind",
    "ActionState",
    "Asset",
    "Channel",
    "DurationBasis",
    "FillState",
    "GameStatus",
    "GapReason",
    "Interval",
    "League",
    "OrderReason",
    "OrderState",
    "OrderType",
    "Outcome",
    "Platform",
    "PositionStatus",
    "PriceSource",
    "Provider",
    "Redistributable",
    "Scope",
    "Side",
    "Sport",
]

Asset = Literal["btc", "eth", "sol", "xrp", "hype", "doge", "bnb", "zec"]

#: Interval, canonical name.
Interval = Literal["5min", "15min", "1hour", "4hour", "daily"]

#: `oracle` for 5min, 15min and 4hour; `exchange` for 1hour and daily.
Provider = Literal["oracle", "exchange"]

#: Where the price was found. `oracle_twap`: the oracle's report, or the venue's relay of it.
#: `_late`: the first report up to 5 s late. `venue_site`, `venue_metadata`: the double that the
#: primary venue publishes.
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

#: Whether the venue's numbers may be passed on; `unknown`: nobody says so.
Redistributable = Literal["yes", "no", "unknown"]

Scope = Literal["read", "trade"]

#: Of a limit order: GTC and GTD may rest, FOK and FAK trade at once.
OrderType = Literal["GTC", "GTD", "FOK", "FAK"]

#: Why an order is refused.
OrderReason = Literal[
    "killed",
    "no_liquidity",
    "would_cross",
    "balance",
    "allowance",
    "unsettled",
    "accuracy",
    "too_small",
    "expiration",
    "terms",
    "market_closed",
    "wallet",
    "region",
    "closed_only",
    "paused",
    "post_only",
    "busy",
    "not_sent",
    "never_arrived",
    "stale",
    "rejected",
    "limit_price",
    "off_tick",
    "limit_order",
    "limit_day",
    "protocol",
    "unknown_market",
    "unknown_outcome",
    "unknown_order",
    "unknown_wallet",
    "ambiguous",
    "not_ready",
    "invalid",
    "key_reused",
    "key_in_use",
    "uncertain",
    "unavailable",
]

#: `sent`: being sent. `unknown`: sent, and not known yet what became of it. `delayed`: at the
#: venue, which matches it in a moment. `live`: the rest is in the book. `matched`: traded.
#: `canceled`: what was not `filled` is gone. `refused`: not placed.
OrderState = Literal["sent", "unknown", "delayed", "live", "matched", "canceled", "refused"]

#: `matched`: by the venue, and not on the chain: provisional. `mined`: on the chain, which may
#: still drop it. `retrying`: the chain has dropped it, and it is sent once more. `confirmed`:
#: settled, for good. `failed`: taken back, for good.
FillState = Literal["matched", "mined", "retrying", "failed", "confirmed"]

#: `claimable`: resolved, and its shares pay. `lost`: resolved, and they pay nothing. `closed`:
#: nothing is held any more.
PositionStatus = Literal["open", "claimable", "lost", "closed"]

#: `sent`: on its way, or waiting for its turn. `confirmed`: shares and USDC have moved. `failed`:
#: nothing has moved, and it is not tried again. `nothing_left`, of a claim alone: the shares are
#: gone already, which is a success too.
ActionState = Literal["sent", "confirmed", "failed", "nothing_left"]

#: What the shares or the USDC become.
ActionKind = Literal["claim", "split", "merge"]

#: Sport; `football` is American football.
Sport = Literal["football", "basketball", "baseball", "hockey", "soccer", "mma", "tennis"]

#: League code; see `GET /api/v1/leagues`.
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

#: Only this field says whether a game is over.
GameStatus = Literal["scheduled", "live", "finished", "postponed", "cancelled"]

#: Source of the durations. `league_measured`: 20 or more games of the league that this service saw
#: end. `sport_prior`: published figures. None: unknown, 180 and 240 minutes are assumed.
DurationBasis = Literal["league_measured", "sport_prior"]

Platform = Literal["polymarket", "kalshi", "limitless", "sx_bet", "hyperliquid"]

#: What the topics are of.
Channel = Literal["windows", "targets", "twap", "spot", "games", "orders"]

#: `replay_limit`: too far behind to be replayed. `no_price`: the provider has none. `not_fetched`:
#: not available in time; HTTP may have it later. `no_feed`: the provider has no such feed for this
#: service, and nothing of the topic comes until it has; you stay subscribed. `slow_reader`: the
#: socket is closed with 1013 after it.
GapReason = Literal["replay_limit", "no_price", "not_fetched", "no_feed", "slow_reader"]
