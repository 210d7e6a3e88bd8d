/**
 * Reads the home and away sides of a game event.
 *
 * @module
 */
import type { PlatformSide } from "../../../core/game/mod.ts";
import { readGameSlug } from "./game_slug.ts";
import { isSameName, readGameTitle } from "./game_title.ts";
import { type FirstNamed, readFirstNamed } from "./league_series.ts";
import type { GammaGameEvent, GammaTeam } from "./payload.ts";

/** Home and away sides according to the venue. */
export interface Sides {
  readonly home: PlatformSide;
  readonly away: PlatformSide;
}

/**
 * Reads the sides from the teams if these have a clear order, else from the title, whose order is
 * that of the sport. `firstNamed` applies if the event itself does not say. Ignores outcomes: if a
 * draw is possible they are `Yes` and `No`.
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

/** Only if there is exactly one home and one away side. */
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
    // Adds the names of the team if exactly one matches.
    const team = known.length === 1 ? known[0] : undefined;
    return { names: distinct([name, ...team?.names ?? []]), codes: team?.codes ?? [] };
  });
  if (one === undefined || other === undefined) return undefined;
  return first === "home" ? { home: one, away: other } : { home: other, away: one };
}

function sideOf({ name, alias, abbreviation }: GammaTeam): PlatformSide {
  return { names: distinct([name, alias]), codes: distinct([abbreviation]) };
}

/** A code alone is not enough to identify a side. */
function isNamed({ names }: PlatformSide): boolean {
  return names.length > 0;
}

/** The codes of the slug, which are in title order. */
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
