/**
 * All parts of the simulated order book and of the chain under it, assembled.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { makeSeason } from "../../season/make_season.ts";
import { type Season } from "../../season/season.ts";
import { makeAgenda } from "../chain/agenda.ts";
import { makeAutoRedeem } from "../chain/auto_redeem.ts";
import { type ChainLog, makeChainLog } from "../chain/chain_log.ts";
import { makeExecution } from "../chain/execution.ts";
import { makeNode } from "../chain/node.ts";
import { makeWalletRegistry } from "../chain/wallet_registry.ts";
import { makeResolutionOverrides, type ResolutionOverrides } from "../data/resolution_overrides.ts";
import { makeBuilderKeys } from "../relayer/builder_keys.ts";
import { type CallerRegion, makeCallerRegion } from "../venue/caller_region.ts";
import { type StagedEvents } from "../venue/staged_events.ts";
import { type VenueWorld } from "../venue/venue_world.ts";
import { makeGameWorld } from "../gamma/game/game_world.ts";
import { makeAccounts } from "./accounts.ts";
import { type ApiKeys, makeApiKeys } from "./api_keys.ts";
import { type Books, makeBooks } from "./books.ts";
import { makeEngine } from "./engine.ts";
import { makeHeartbeats } from "./heartbeats.ts";
import { makeLiquidity } from "./liquidity.ts";
import { makeMarketFeed } from "./market_feed.ts";
import { makeMarkets } from "./markets.ts";
import { makeOnChain } from "./on_chain.ts";
import { makeLedger } from "./placed_order.ts";
import { makeSettling, type Settling } from "./settling.ts";
import { makeTradeLog } from "./trade_log.ts";
import { makeVenueState } from "./trading_mode.ts";
import { makeVenuePulse } from "./venue_pulse.ts";
import { makeWorldBooks } from "./world_book.ts";

/** The sources of the venue's markets, and its clock. */
export interface VenueOptions {
  readonly venue: VenueWorld;
  readonly clock: SandboxClock;
  /** Shared with the metadata simulator if both run in one process. */
  readonly staged: StagedEvents;
  /** The games whose markets are traded; default: generated from the venue's seed. */
  readonly season?: Season | undefined;
  /** Shared with the relay simulator if both run in one process; default: separate keys. */
  readonly keys?: ApiKeys | undefined;
  /** Shared with the site if both run in one process. */
  readonly caller?: CallerRegion | undefined;
  /** Shared with the data service if both run in one process. */
  readonly chain?: ChainLog | undefined;
  readonly resolutions?: ResolutionOverrides | undefined;
  /** What outlives the process; default: nothing. Whatever is shared has its own. */
  readonly kept?: KeptMaps | undefined;
}

/** The parts. `books` are the external view: each read first applies the effects of time. */
export type VenueParts = ReturnType<typeof makeVenueParts>;

/** Assembles the parts. */
export function makeVenueParts(
  {
    venue,
    clock,
    staged,
    season = makeSeason(venue.seed),
    keys = makeApiKeys(venue.seed),
    caller = makeCallerRegion(),
    chain = makeChainLog(),
    resolutions = makeResolutionOverrides(),
    kept = UNKEPT,
  }: VenueOptions,
) {
  const nowMs = () => clock.nowMs();
  const games = makeGameWorld(season);
  const world = makeWorldBooks({ venue, games });
  const markets = makeMarkets({
    world: { byToken: world.levels, byCondition: world.market },
    staged,
    nowMs,
    kept,
  });
  const liquidity = makeLiquidity({ worldLevels: world.levels, nowMs, kept });
  const trades = makeTradeLog(kept);
  const ledger = makeLedger({ kept, trades });
  const lastTradeE6 = (tokenId: string, atMs: number) =>
    world.levels(tokenId, atMs)?.lastTradePriceE6;
  const bare = makeBooks({ markets, liquidity, ledger, lastTradeE6, nowMs, kept });
  const accounts = makeAccounts(kept);
  const feed = makeMarketFeed();
  const pulse = makeVenuePulse(clock);
  const agenda = makeAgenda({ clock, pulse });
  const { seed } = venue;
  const settling = makeSettling({
    accounts,
    chain,
    feed,
    clock,
    ledger,
    pulse,
    seed,
    trades,
    kept,
  });
  const shared = {
    accounts,
    heartbeats: makeHeartbeats(nowMs, kept),
    ledger,
    liquidity,
    markets,
    trades,
    settling: withAgenda(settling, agenda),
    feed,
    clock,
    seed,
  };
  const engine = makeEngine({ ...shared, books: bare, pulse });
  chain.tendBy(engine.tend);
  const books: Books = {
    ...bare,
    book(tokenId) {
      engine.tend();
      return bare.book(tokenId);
    },
  };
  const onChain = makeOnChain({ accounts, chain, markets, venue, resolutions, nowMs, kept });
  const execution = makeExecution({ onChain, markets });
  const node = makeNode({ agenda, clock, execution, seed, kept });
  return {
    ...shared,
    agenda,
    autoRedeem: makeAutoRedeem({ agenda, chain, markets, node, nowMs, onChain, seed, kept }),
    builderKeys: makeBuilderKeys(seed, kept),
    caller,
    chain,
    engine,
    execution,
    books,
    games,
    kept,
    keys,
    node,
    onChain,
    state: makeVenueState(nowMs, caller),
    wallets: makeWalletRegistry(kept),
  };
}

/** What is due on the chain is due whenever trades are looked after: whoever reads sees both. */
function withAgenda(settling: Settling, agenda: ReturnType<typeof makeAgenda>): Settling {
  return {
    ...settling,
    tend() {
      settling.tend();
      agenda.tend();
    },
    nextMs() {
      const nextMs = Math.min(settling.nextMs() ?? Infinity, agenda.nextMs() ?? Infinity);
      return nextMs === Infinity ? undefined : nextMs;
    },
  };
}
