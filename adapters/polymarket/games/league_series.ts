/**
 * Finds the venue's series of a league's games in its list of sports.
 *
 * @module
 */
import { type LeagueCode } from "../../../core/game/mod.ts";
import { type GammaSport } from "./payload.ts";
import { sportCodesOf } from "./sport_code.ts";

/** The side that titles, slugs and scores put first. */
export type FirstNamed = "home" | "away";

/** The series of a league. */
export interface LeagueSeries {
  /** Distinct ids. Empty if the venue has no such sport. */
  readonly seriesIds: ReadonlyArray<string>;
  /** Undefined if the venue does not say. */
  readonly firstNamed: FirstNamed | undefined;
}

/** Finds the series of a league among all sports. */
export function leagueSeries(sports: ReadonlyArray<GammaSport>, league: LeagueCode): LeagueSeries {
  const codes = sportCodesOf(league);
  const own = sports.filter(({ sport }) => codes.includes(sport ?? ""));
  const ids = own.flatMap(({ series }) => (series ?? "").split(",").map((id) => id.trim()));
  return {
    seriesIds: [...new Set(ids.filter((id) => /^\d{1,15}$/.test(id)))],
    firstNamed: own.map(({ ordering }) => readFirstNamed(ordering)).find((side) =>
      side !== undefined
    ),
  };
}

/** Parses `ordering`. */
export function readFirstNamed(ordering: string | null | undefined): FirstNamed | undefined {
  return ordering === "home" || ordering === "away" ? ordering : undefined;
}
