/**
 * The platforms' offers of a season, in all leagues.
 *
 * @module
 */
import { type Offer, type Season } from "../../../app/simulator/season/season.ts";
import { type PlatformCode, PLATFORMS } from "../../../core/game/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";

/** What a platform has in all leagues, of kickoffs from some days before to some days after. */
export function offersOf(
  of: Season,
  code: PlatformCode,
  { nowSec, daysBefore = 1, daysAfter = 1 }: {
    readonly nowSec: number;
    readonly daysBefore?: number;
    readonly daysAfter?: number;
  },
): ReadonlyArray<Offer> {
  const range = {
    startSec: UnixSec(nowSec - daysBefore * DAY_SEC),
    endSec: UnixSec(nowSec + daysAfter * DAY_SEC),
  };
  return of.leagues.flatMap((league) => of.offers(code, { league, range }, UnixSec(nowSec)));
}

/** Offers of all platforms, seen at noon and at midnight of ten days. */
export function offersOfDays(of: Season): ReadonlyArray<Offer> {
  const startSec = Date.parse("2026-10-28T00:00:00Z") / 1000;
  const seen = new Map<string, Offer>();
  for (let half = 0; half < 20; half++) {
    for (const code of PLATFORMS) {
      for (
        const offer of offersOf(of, code, { nowSec: startSec + half * DAY_SEC / 2, daysBefore: 3 })
      ) {
        seen.set(`${code} ${offer.game.number} ${offer.kickoffSec}`, offer);
      }
    }
  }
  return [...seen.values()];
}

/** The beginnings of names that no table knows. */
export const UNKNOWN =
  /^(Northbridge|Eastmere|Old Quay|Harrowgate|Silverlake|Port Ellery|Ashdown|Vale Park)/;
