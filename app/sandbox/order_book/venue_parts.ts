/**
 * Everything that the simulated order book is made of, joined.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";
import { makeSeason } from "../season/make_season.ts";
import { type Season } from "../season/season.ts";
import { type PutEvents } from "../venue/put_events.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { makeGameWorld } from "../venue_metadata/game/game_world.ts";
import { makeAccounts } from "./accounts.ts";
import { type ApiKeys, makeApiKeys } from "./api_keys.ts";
import { type Books, makeBooks } from "./books.ts";
import { makeEngine } from "./engine.ts";
import { makeLiquidity } from "./liquidity.ts";
import { makeMarketFeed } from "./market_feed.ts";
import { makeMarkets } from "./markets.ts";
import { makeLedger } from "./placed_order.ts";
import { makeTradeLog } from "./trade_log.ts";
import { makeVenueState } from "./trading_mode.ts";
import { makeWorldBooks } from "./world_book.ts";

/** Where the order book's markets come from, and on whose time it runs. */
export interface VenueOptions {
  readonly venue: VenueWorld;
  readonly clock: SandboxClock;
  /** Shared with the simulator of the venue's metadata where both run in one process. */
  readonly put: PutEvents;
  /** The games whose markets are traded; omitted: drawn from the venue's seed. */
  readonly season?: Season | undefined;
  /** Shared with the simulator of the relay where both run in one process; omitted: its own. */
  readonly keys?: ApiKeys | undefined;
}

/** The parts, of which `books` are those for the world outside: each look lets time pass first. */
export type VenueParts = ReturnType<typeof makeVenueParts>;

/** Makes them. */
export function makeVenueParts(
  { venue, clock, put, season = makeSeason(venue.seed), keys = makeApiKeys(venue.seed) }:
    VenueOptions,
) {
  const nowMs = () => clock.nowMs();
  const games = makeGameWorld(season);
  const world = makeWorldBooks({ venue, games });
  const markets = makeMarkets({
    world: { byToken: world.levels, byCondition: world.market },
    put,
    nowMs,
  });
  const liquidity = makeLiquidity({ worldLevels: world.levels, nowMs });
  const ledger = makeLedger();
  const lastTradeE6 = (tokenId: string, atMs: number) =>
    world.levels(tokenId, atMs)?.lastTradePriceE6;
  const bare = makeBooks({ markets, liquidity, ledger, lastTradeE6, nowMs });
  const shared = {
    accounts: makeAccounts(),
    ledger,
    liquidity,
    markets,
    trades: makeTradeLog(),
    feed: makeMarketFeed(),
    clock,
  };
  const engine = makeEngine({ ...shared, books: bare });
  const books: Books = {
    ...bare,
    book(tokenId) {
      engine.tend();
      return bare.book(tokenId);
    },
  };
  return {
    ...shared,
    engine,
    books,
    games,
    keys,
    state: makeVenueState(nowMs),
  };
}
