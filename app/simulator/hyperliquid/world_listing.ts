/**
 * The complete listing of the simulated secondary venue at one instant.
 *
 * @module
 */
import { UnixSec } from "../../../core/time/mod.ts";
import { makeCache } from "../kit/cache.ts";
import { openOffers } from "../season/open_offers.ts";
import { type Offer, type Season } from "../season/season.ts";
import { type World } from "../world/world.ts";
import { contestRows } from "./contest_rows.ts";
import { customListing } from "./custom_markets.ts";
import { type OutcomeListing } from "./outcome_row.ts";
import { type RecurringMarkets } from "./recurring.ts";

/** Games are listed and removed on whole minutes. */
const MINUTE_SEC = 60;

/** More than the games listed at once. */
const CONTESTS_CACHED = 4_096;

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
  const contests = makeCache<string, OutcomeListing>(CONTESTS_CACHED);
  let last: {
    readonly minute: number;
    readonly parts: ReadonlyArray<OutcomeListing>;
    readonly listing: OutcomeListing;
  } | undefined;
  return (nowMs) => {
    const minute = Math.floor(nowMs / 1000 / MINUTE_SEC);
    const daily = recurring.listing(nowMs);
    if (last?.minute === minute && last.parts[0] === daily) return last.listing;
    const nowSec = UnixSec(minute * MINUTE_SEC);
    const offered = openOffers(season, "hyperliquid", nowSec)
      .map((offer) => contests(keyOf(offer), () => contestRows(offer)));
    const parts = [daily, customListing(nowSec), ...offered];
    const listing = last !== undefined && areSame(last.parts, parts) ? last.listing : {
      outcomes: parts.flatMap(({ outcomes }) => outcomes),
      questions: parts.flatMap(({ questions }) => questions),
    };
    last = { minute, parts, listing };
    return listing;
  };
}

/** Everything that a game's rows depend on. */
function keyOf(offer: Offer): string {
  const { game, kickoffSec, lacksKickoff, isSwapped, kinds } = offer;
  const { homeName, homeCode, awayName, awayCode } = offer;
  const sides = [homeName, homeCode, awayName, awayCode];
  return [game.number, kickoffSec, lacksKickoff, isSwapped, kinds.length, ...sides].join("|");
}

function areSame(one: ReadonlyArray<OutcomeListing>, other: typeof one): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}
