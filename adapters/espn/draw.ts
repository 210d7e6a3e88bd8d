/**
 * The draws of a tennis tournament. Only the singles of the requested tour are read.
 *
 * A tournament of both tours is listed with all its draws under each of them.
 *
 * @module
 */
import type { LeagueCode } from "../../core/game/mod.ts";
import type { EspnCompetition } from "./payload.ts";

const SINGLES: ReadonlyMap<LeagueCode, string> = new Map([
  ["atp", "mens-singles"],
  ["wta", "womens-singles"],
]);

/** Draws by the number of the match type. */
const DRAW_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ["1", "mens-singles"],
  ["2", "womens-singles"],
  ["3", "mens-doubles"],
  ["4", "womens-doubles"],
  ["6", "mixed-doubles"],
]);

/** `unknown`: the match names no known draw. Matches of other sports are always `ours`. */
export type DrawMembership = "ours" | "another" | "unknown";

/** Returns whether a match belongs to the tour's draw. `slug` is that of its enclosing list. */
export function drawMembership(
  { type }: EspnCompetition,
  { league, slug }: { readonly league: LeagueCode; readonly slug: string | null },
): DrawMembership {
  const wanted = SINGLES.get(league);
  if (wanted === undefined) return "ours";
  const draw = slug ?? type?.slug ?? DRAW_BY_TYPE.get(String(type?.id));
  if (draw === undefined) return "unknown";
  return draw === wanted ? "ours" : "another";
}
