/**
 * The complete listing of the simulated secondary venue at one instant.
 *
 * @module
 */
import { UnixSec } from "../../../core/time/mod.ts";
import { openOffers } from "../season/open_offers.ts";
import { type Season } from "../season/season.ts";
import { type World } from "../world/world.ts";
import { contestRows } from "./contest_rows.ts";
import { customListing } from "./custom_markets.ts";
import { type OutcomeListing } from "./outcome_row.ts";
import { type RecurringMarkets } from "./recurring.ts";

/** Games are listed and removed on whole minutes. */
const MINUTE_SEC = 60;

/** The sources of the listing. */
export interface Venue2World {
  readonly world: World;
  readonly season: Season;
}

/**
 * Makes the function that returns the live listing at an instant in unix milliseconds: a market
 * disappears when it is settled. It returns the same object until the listing changes.
 */
export function makeWorldListing(
  { season, recurring }: { readonly season: Season; readonly recurring: RecurringMarkets },
): (nowMs: number) => OutcomeListing {
  let last: {
    readonly minute: number;
    readonly daily: OutcomeListing;
    readonly listing: OutcomeListing;
  } | undefined;
  return (nowMs) => {
    const minute = Math.floor(nowMs / 1000 / MINUTE_SEC);
    const daily = recurring.listing(nowMs);
    if (last?.minute === minute && last.daily === daily) return last.listing;
    const nowSec = UnixSec(minute * MINUTE_SEC);
    const contests = openOffers(season, "hyperliquid", nowSec).map(contestRows);
    const parts = [daily, customListing(nowSec), ...contests];
    const listing = {
      outcomes: parts.flatMap(({ outcomes }) => outcomes),
      questions: parts.flatMap(({ questions }) => questions),
    };
    last = { minute, daily, listing };
    return listing;
  };
}
