/**
 * The games that a platform lists for trading.
 *
 * @module
 */
import { type PlatformCode } from "../../../core/game/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { type Offer, type Season } from "./season.ts";

/** A postponed game stays listed on its old day. */
const BACK_SEC = 3 * DAY_SEC;
const AHEAD_SEC = 14 * DAY_SEC;

/** Returns a platform's open offers of all leagues, from some days ago to two weeks ahead. */
export function openOffers(
  season: Season,
  platform: PlatformCode,
  nowSec: UnixSec,
): ReadonlyArray<Offer> {
  const range = {
    startSec: UnixSec(Math.max(0, nowSec - BACK_SEC)),
    endSec: UnixSec(nowSec + AHEAD_SEC),
  };
  return season.leagues
    .flatMap((league) => season.offers(platform, { league, range }, nowSec))
    .filter(({ isClosed }) => !isClosed);
}
