/**
 * Reads a side of a match. The data identifies clubs only by name.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Result } from "effect";
import { LEAGUE_FACTS, type LeagueCode, type Team } from "../../core/game/mod.ts";

/** `N.N.`: the winner of an earlier round. */
const NOT_KNOWN_YET = /^(n\.? ?n\.?|tb[acd]|\?+)$|\b(winner|loser)\b/i;
/** In international competitions: `Arsenal FC (ENG)`. */
const COUNTRY = /\s*\([A-Z]{3}\)$/;
/** Affixes of club names that codes omit. */
const AFFIX =
  /^(\d+|a[cfs]|[ac]fc|afc|c[df]|fc|losc|ogc|r[bc]d?|s[cdsv]|ssc?|fsv|tsg|u[cds]|vf[bl])$/;
/** Six bytes: among a thousand clubs the chance of a collision is one in half a billion. */
const NUMBER_BYTES = 6;

/** A club and its slug in ids. */
export interface Side {
  readonly team: Team;
  /** `afc-bournemouth`. */
  readonly slug: string;
}

/** Parses a side; fails with what is wrong with it. */
export function parseSide(text: string, league: LeagueCode): Result.Result<Side, string> {
  const name = text.replace(COUNTRY, "").trim();
  if (NOT_KNOWN_YET.test(name)) return Result.fail(`a side is not known yet: "${name}"`);
  const words = wordsOf(name);
  if (words.length === 0) return Result.fail(`a side has the name "${name.slice(0, 60)}"`);
  const slug = words.join("-");
  const { sport } = LEAGUE_FACTS[league];
  const team: Team = {
    id: `${sport}:openfootball:${numberOf(slug)}`,
    name,
    abbreviation: abbreviationOf(words),
    logoUrl: null,
    sport,
    league,
    otherNames: [],
  };
  return Result.succeed({ team, slug });
}

function wordsOf(name: string): ReadonlyArray<string> {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .split(/[^a-z0-9]+/).filter((word) => word !== "");
}

/** A number that depends only on the name, in any league. */
function numberOf(slug: string): number {
  return createHash("sha256").update(slug).digest().readUIntBE(0, NUMBER_BYTES);
}

/** Three letters: `LIV` (Liverpool), `MCI` (Manchester City), `BHA` (Brighton & Hove Albion). */
function abbreviationOf(words: ReadonlyArray<string>): string {
  const named = words.filter((word) => !AFFIX.test(word));
  const [first = "", ...rest] = named.length === 0 ? words : named;
  const second = rest[0] ?? "";
  const letters = rest.length === 0
    ? first
    : rest.length === 1
    ? first.slice(0, 1) + second
    : [first, ...rest].map((word) => word.slice(0, 1)).join("");
  return letters.slice(0, 3).toUpperCase();
}
