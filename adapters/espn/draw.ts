/**
 * The draws of a tennis tournament, of which a tour's own singles are read.
 *
 * A tournament that both tours play is listed with all its draws by either of them.
 *
 * @module
 */
import type { LeagueCode } from "../../core/game/mod.ts";
import type { EspnCompetition } from "./payload.ts";

const SINGLES: ReadonlyMap<LeagueCode, string> = new Map([
  ["atp", "mens-singles"],
  ["wta", "womens-singles"],
]);

/** Numbers of the kinds of a match; mixed doubles are 6. */
const DRAW_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ["1", "mens-singles"],
  ["2", "womens-singles"],
  ["3", "mens-doubles"],
  ["4", "womens-doubles"],
  ["6", "mixed-doubles"],
]);

/** `unknown`: the match names no draw that tells. Whatever is no tennis is of the league. */
export type DrawMembership = "ours" | "another" | "unknown";

/** Whether a match is of the draw that a tour is asked for. `slug` is of the list it stands in. */
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
