/**
 * A side of a match. The data knows clubs by nothing but their names.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Result } from "effect";
import { LEAGUE_FACTS, type LeagueCode, type Team } from "../../core/game/mod.ts";

/** `N.N.`: whoever wins an earlier round. */
const NOT_KNOWN_YET = /^(n\.? ?n\.?|tb[acd]|\?+)$|\b(winner|loser)\b/i;
/** In international competitions: `Arsenal FC (ENG)`. */
const COUNTRY = /\s*\([A-Z]{3}\)$/;
/** What clubs put before and after their names, and codes leave out. */
const AFFIX =
  /^(\d+|a[cfs]|[ac]fc|afc|c[df]|fc|losc|ogc|r[bc]d?|s[cdsv]|ssc?|fsv|tsg|u[cds]|vf[bl])$/;
/** Six bytes: of a thousand clubs, two are alike once in half a billion worlds. */
const NUMBER_BYTES = 6;

/** A club, and what it is called in ids. */
export interface Side {
  readonly team: Team;
  /** `afc-bournemouth`. */
  readonly slug: string;
}

/** Reads a side; fails with what is wrong with it. */
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

/** The same for the same name, in whichever league it is met. */
function numberOf(slug: string): number {
  return createHash("sha256").update(slug).digest().readUIntBE(0, NUMBER_BYTES);
}

/** Three letters: `LIV` of Liverpool, `MCI` of Manchester City, `BHA` of Brighton & Hove Albion. */
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
