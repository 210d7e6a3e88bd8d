/**
 * The answers of `POST /info`, and the state of the venue that they read.
 *
 * @module
 */
import { fieldsOf } from "../kit/json.ts";
import { type Season } from "../season/season.ts";
import { type World } from "../world/world.ts";
import { makeFairPrice } from "./fair_price.ts";
import { type ListingState, makeListingState } from "./listing_state.ts";
import { makeMidPrices, type MidPrices } from "./mid_prices.ts";
import { makeRecurringMarkets } from "./recurring.ts";
import { makeWorldListing } from "./world_listing.ts";

/** An answer and its weight. */
export interface InfoAnswer {
  readonly weight: number;
  readonly data: unknown;
}

/** The state of the venue that calls read. */
export interface InfoState {
  readonly listings: ListingState;
  readonly prices: MidPrices;
  /** Returns the prices of all coins, as `allMids` answers them. */
  mids(nowMs: number): object;
}

const LIGHT = 2;
const HEAVY = 20;

/** Makes the state of a world, with nothing overridden. */
export function makeInfoState(
  { world, season }: { readonly world: World; readonly season: Season },
): InfoState {
  const recurring = makeRecurringMarkets(world);
  const listWorld = makeWorldListing({ season, recurring });
  const listings = makeListingState({ world, recurring, listWorld });
  const prices = makeMidPrices(world, makeFairPrice(world));
  return {
    listings,
    prices,
    mids: (nowMs) =>
      Object.fromEntries(prices.mids(listings.served(nowMs), Math.floor(nowMs / 1000))),
  };
}

type Call = (state: InfoState, nowMs: number) => InfoAnswer;

/** Every type of body that is answered. */
export const INFO_CALLS: ReadonlyMap<unknown, Call> = new Map<string, Call>([
  [
    "outcomeMeta",
    ({ listings }, nowMs) => ({ weight: HEAVY, data: listings.served(nowMs).listing }),
  ],
  ["allMids", (state, nowMs) => ({ weight: LIGHT, data: state.mids(nowMs) })],
]);

/** Returns undefined for a body of another shape, or of an unknown type. */
export function answerInfo(state: InfoState, body: unknown, nowMs: number): InfoAnswer | undefined {
  const fields = fieldsOf(body);
  return isMainExchange(fields) ? INFO_CALLS.get(fields.get("type"))?.(state, nowMs) : undefined;
}

/**
 * Returns whether a body addresses the main exchange, not a builder-deployed one: none is
 * simulated.
 */
export function isMainExchange(fields: ReadonlyMap<string, unknown>): boolean {
  return (fields.get("dex") ?? "") === "";
}
