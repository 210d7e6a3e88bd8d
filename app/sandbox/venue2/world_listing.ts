/**
 * All that the simulated secondary venue lists at one instant.
 *
 * @module
 */
import { DAY_SEC, type TimeRange, UnixSec } from "../../../core/time/mod.ts";
import { type Season } from "../season/season.ts";
import { type World } from "../world/world.ts";
import { contestRows } from "./contest_rows.ts";
import { customListing } from "./custom_markets.ts";
import { type OutcomeListing } from "./outcome_row.ts";
import { recurringListing } from "./recurring.ts";

/** Games are listed this far ahead, and settled within this much time, at most. */
const AHEAD_DAYS = 14;
const BEHIND_DAYS = 3;

/** What the listing is made from. */
export interface Venue2World {
  readonly world: World;
  readonly season: Season;
}

/** Lists what is live: a market disappears when it is settled. */
export function worldListing({ world, season }: Venue2World, nowSec: UnixSec): OutcomeListing {
  const range: TimeRange = {
    startSec: UnixSec(Math.max(0, nowSec - BEHIND_DAYS * DAY_SEC)),
    endSec: UnixSec(nowSec + AHEAD_DAYS * DAY_SEC),
  };
  const games = season.leagues
    .flatMap((league) => season.offers("hyperliquid", { league, range }, nowSec))
    .filter(({ isClosed }) => !isClosed)
    .map(contestRows);
  const parts = [recurringListing(world, nowSec), customListing(nowSec), ...games];
  return {
    outcomes: parts.flatMap(({ outcomes }) => outcomes),
    questions: parts.flatMap(({ questions }) => questions),
  };
}
