/**
 * Reads a side of a game: a team, or a person instead of one.
 *
 * @module
 */
import { Result } from "effect";
import { LEAGUE_FACTS, type LeagueCode, type Team } from "../../core/game/mod.ts";
import type { EspnCompetitor } from "./payload.ts";

/** Placeholders such as `TBD`. */
const TO_BE_DETERMINED = /^(tb[acd]|to be (announced|confirmed|decided|determined))$/i;
/** `Winner Match 49`, `Semifinal 1 Winner`, `Group A 2nd Place`. */
const PLACE_IN_A_DRAW = /^(winner|loser)\b|\b(winner|loser|place)$/i;

/**
 * Reads a side; fails with what is wrong with it.
 *
 * A person has no abbreviation on a scoreboard: uses the short name, such as `S. Morozov`, or the
 * first letters of the last name. Flags are not logos.
 */
export function toTeam(
  competitor: EspnCompetitor,
  league: LeagueCode,
): Result.Result<Team, string> {
  const { team, athlete } = competitor;
  const name = oneOf(team?.displayName, athlete?.displayName, athlete?.fullName, team?.name);
  if (name === undefined) return Result.fail("has no name");
  if (isNotKnownYet(name)) return Result.fail(`is not known yet: "${name}"`);
  const id = String(team?.id ?? athlete?.id ?? competitor.id ?? "");
  if (!/^\d{1,12}$/.test(id)) return Result.fail(`"${name}" has the id "${id.slice(0, 40)}"`);
  const { sport } = LEAGUE_FACTS[league];
  return Result.succeed({
    id: `${sport}:espn:${id}`,
    name,
    abbreviation: oneOf(team?.abbreviation, athlete?.abbreviation, athlete?.shortName) ??
      lettersOf(name),
    logoUrl: logoOf(team?.logo),
    sport,
    league,
    otherNames: distinct([
      team?.location,
      team?.name,
      team?.nickname,
      team?.shortDisplayName,
      athlete?.fullName,
      athlete?.shortName,
    ]).filter((other) => other !== name),
  });
}

function isNotKnownYet(name: string): boolean {
  return TO_BE_DETERMINED.test(name) || PLACE_IN_A_DRAW.test(name);
}

type Maybe = string | null | undefined;

/** The first text that is not blank. */
function oneOf(...texts: ReadonlyArray<Maybe>): string | undefined {
  return distinct(texts)[0];
}

function distinct(texts: ReadonlyArray<Maybe>): ReadonlyArray<string> {
  return [...new Set(texts.map((text) => text?.trim() ?? "").filter((text) => text !== ""))];
}

function lettersOf(name: string): string {
  const last = name.split(/\s+/).at(-1) ?? name;
  return [...last].slice(0, 3).join("").toUpperCase();
}

function logoOf(logo: Maybe): string | null {
  return logo !== null && logo !== undefined && /^https?:\/\/\S+$/.test(logo) ? logo : null;
}
