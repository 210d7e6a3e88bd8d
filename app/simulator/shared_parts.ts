/**
 * The state that the simulators of one process share, so that an override in one shows in all.
 *
 * @module
 */
import { type ExchangeTapes, makeExchangeTapes } from "./binance/exchange_tapes.ts";
import { makeOracleSeries, type OracleSeries } from "./chainlink/oracle_series.ts";
import { type KeptMaps, UNKEPT } from "./kit/kept_maps.ts";
import { type ChainLog, makeChainLog } from "./polymarket/chain/chain_log.ts";
import { type ApiKey, type ApiKeys, makeApiKeys } from "./polymarket/clob/api_keys.ts";
import { type VenueParts } from "./polymarket/clob/venue_parts.ts";
import {
  makeResolutionOverrides,
  type ResolutionOverrides,
} from "./polymarket/data/resolution_overrides.ts";
import { makeRecordedPoints, type RecordedPoints } from "./polymarket/relay/recorded_points.ts";
import { makeSeason } from "./season/make_season.ts";
import { type Season } from "./season/season.ts";
import { type CallerRegion, makeCallerRegion } from "./polymarket/venue/caller_region.ts";
import { makePublishedPrices, type PublishedPrices } from "./polymarket/venue/published_prices.ts";
import { makeStagedEvents, type StagedEvents } from "./polymarket/venue/staged_events.ts";
import { type World } from "./world/world.ts";

/** The shared state of one process. */
export interface SharedParts {
  /** What outlives the process. */
  readonly kept: KeptMaps;
  /** Staged events of the venue. */
  readonly stagedEvents: StagedEvents;
  /** Overrides for the venue's published prices. */
  readonly published: PublishedPrices;
  /** Where the venue's order book and its site see their callers. */
  readonly caller: CallerRegion;
  /** What was done to wallets on the chain, which the venue's data service lists. */
  readonly chain: ChainLog;
  /**
   * Returns the order book with its wallets, and the chain under it, which the relayer uses, too:
   * made by whoever asks first, and the same for all who ask later.
   */
  readonly venueParts: (make: () => VenueParts) => VenueParts;
  /** Overrides for the resolutions of the venue's markets. */
  readonly resolutions: ResolutionOverrides;
  /** The venue's API keys: the relay refuses a key that the order book revoked. */
  readonly apiKeys: ApiKeys;
  /** The exchange's trades. */
  readonly tapes: ExchangeTapes;
  /** The oracle's reports, including recorded ones. */
  readonly oracleSeries: OracleSeries;
  /** Recorded points of the relay. */
  readonly recordedPoints: RecordedPoints;
  /** The games. */
  readonly season: Season;
}

/** Makes the shared state of a world, without overrides but those that were kept. */
export function makeSharedParts(
  world: World,
  { kept = UNKEPT, givenKey }: {
    readonly kept?: KeptMaps | undefined;
    /** A key that the venue accepts from the start, whatever its origin. */
    readonly givenKey?: ApiKey | undefined;
  } = {},
): SharedParts {
  return {
    kept,
    stagedEvents: makeStagedEvents(kept),
    published: makePublishedPrices(),
    caller: makeCallerRegion(),
    chain: makeChainLog(kept),
    venueParts: once(),
    resolutions: makeResolutionOverrides(kept),
    apiKeys: makeApiKeys(world.seed, { given: givenKey, kept }),
    tapes: makeExchangeTapes(world),
    oracleSeries: makeOracleSeries(world),
    recordedPoints: makeRecordedPoints(),
    season: makeSeason(world.seed),
  };
}

/** Keeps what is made first. */
function once<T>(): (make: () => T) => T {
  let made: { readonly value: T } | undefined;
  return (make) => (made ??= { value: make() }).value;
}
