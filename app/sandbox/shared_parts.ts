/**
 * What the simulators of one process have in common, so that what is put into one shows in all.
 *
 * @module
 */
import { type ExchangeTapes, makeExchangeTapes } from "./exchange/exchange_tapes.ts";
import { makeOracleSeries, type OracleSeries } from "./oracle/oracle_series.ts";
import { type ApiKeys, makeApiKeys } from "./order_book/api_keys.ts";
import { makeRecordedPoints, type RecordedPoints } from "./relay/recorded_points.ts";
import { makeSeason } from "./season/make_season.ts";
import { type Season } from "./season/season.ts";
import { makePublishedPrices, type PublishedPrices } from "./venue/published_prices.ts";
import { makePutEvents, type PutEvents } from "./venue/put_events.ts";
import { type World } from "./world/world.ts";

/** The parts of one process. */
export interface SharedParts {
  /** Events put into the venue. */
  readonly putEvents: PutEvents;
  /** Prices put in place of those that the venue publishes. */
  readonly published: PublishedPrices;
  /** The venue's API keys: one that its order book has revoked is refused by its relay. */
  readonly apiKeys: ApiKeys;
  /** What the exchange traded. */
  readonly tapes: ExchangeTapes;
  /** The oracle's reports, with those that were put. */
  readonly oracleSeries: OracleSeries;
  /** Points of the relay in place of the world's. */
  readonly recordedPoints: RecordedPoints;
  /** The games. */
  readonly season: Season;
}

/** The parts of a world into which nothing was put yet. */
export function makeSharedParts(world: World): SharedParts {
  return {
    putEvents: makePutEvents(),
    published: makePublishedPrices(),
    apiKeys: makeApiKeys(world.seed),
    tapes: makeExchangeTapes(world),
    oracleSeries: makeOracleSeries(world),
    recordedPoints: makeRecordedPoints(),
    season: makeSeason(world.seed),
  };
}
