/**
 * The two sides of an event about a game, home and away.
 *
 * @module
 */
import type { PlatformSide } from "../../../core/game/mod.ts";
import { readGameSlug } from "./game_slug.ts";
import { isSameName, readGameTitle } from "./game_title.ts";
import { type FirstNamed, readFirstNamed } from "./league_series.ts";
import type { GammaGameEvent, GammaTeam } from "./payload.ts";

/** Home and away, as the venue has them. */
export interface Sides {
  readonly home: PlatformSide;
  readonly away: PlatformSide;
}

/**
 * Reads the sides: from the teams where they say which is which, else from the title, whose order
 * the sport tells. `firstNamed` is believed where the event itself does not say. Outcomes are not
 * looked at: where a draw is possible they are `Yes` and `No`.
 */
export function readSides(event: GammaGameEvent, firstNamed: FirstNamed): Sides | undefined {
  const first = readFirstNamed(event.sport?.ordering) ?? firstNamed;
  const codes = slugCodes(event, first);
  const sides = ofTeams(event.teams ?? []) ?? ofTitle(event, first);
  return sides && {
    home: withCode(sides.home, codes?.home),
    away: withCode(sides.away, codes?.away),
  };
}

/** Only where there is one of each: two home sides are none. */
function ofTeams(teams: ReadonlyArray<GammaTeam>): Sides | undefined {
  const [home, ...otherHomes] = teams.filter(({ ordering }) => ordering === "home").map(sideOf);
  const [away, ...otherAways] = teams.filter(({ ordering }) => ordering === "away").map(sideOf);
  const isClear = otherHomes.length + otherAways.length === 0;
  return isClear && home && away && isNamed(home) && isNamed(away) ? { home, away } : undefined;
}

function ofTitle({ title, teams }: GammaGameEvent, first: FirstNamed): Sides | undefined {
  const names = readGameTitle(title);
  if (names === undefined) return undefined;
  const [one, other] = names.map((name) => {
    const known = (teams ?? []).map(sideOf).filter(({ names }) =>
      names.some((each) => isSameName(each, name))
    );
    // What more is known of the side, where it is certain that it is this one.
    const team = known.length === 1 ? known[0] : undefined;
    return { names: distinct([name, ...team?.names ?? []]), codes: team?.codes ?? [] };
  });
  if (one === undefined || other === undefined) return undefined;
  return first === "home" ? { home: one, away: other } : { home: other, away: one };
}

function sideOf({ name, alias, abbreviation }: GammaTeam): PlatformSide {
  return { names: distinct([name, alias]), codes: distinct([abbreviation]) };
}

/** A code alone says too little to call it a side. */
function isNamed({ names }: PlatformSide): boolean {
  return names.length > 0;
}

/** The codes of the slug, which stand in the order of the title. */
function slugCodes({ slug }: GammaGameEvent, first: FirstNamed) {
  const [one, other] = readGameSlug(slug)?.codes ?? [];
  if (one === undefined || other === undefined) return undefined;
  return first === "home" ? { home: one, away: other } : { home: other, away: one };
}

function withCode(side: PlatformSide, code: string | undefined): PlatformSide {
  return code === undefined || side.codes.length > 0 ? side : { ...side, codes: [code] };
}

function distinct(
  texts: ReadonlyArray<string | null | undefined>,
): ReadonlyArray<string> {
  const found = texts.map((text) => (text ?? "").trim()).filter((text) => text !== "");
  return [...new Set(found)];
}
