/**
 * Which league a row of Limitless belongs to.
 *
 * Football matches name theirs in their metadata; other sports have it among the categories or
 * tags. Spellings differ from one row to the next, so letters and digits alone are compared, and
 * only whole: `Women's Champions League` is not the `Champions League`.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode } from "../../core/game/mod.ts";
import type { ListedRow, MatchMetadata } from "./payload.ts";

/** In any spelling with the same letters. Beside them, a league goes by its code and our name. */
const NAMES: Readonly<Record<LeagueCode, ReadonlyArray<string>>> = {
  nfl: ["National Football League"],
  ncaaf: ["CFB", "NCAA Football", "NCAA FBS", "College Football"],
  nba: ["National Basketball Association"],
  wnba: ["Women's National Basketball Association"],
  ncaab: ["CBB", "NCAAM", "NCAA Basketball", "NCAA Men's Basketball", "College Basketball"],
  mlb: ["Major League Baseball"],
  nhl: ["National Hockey League"],
  epl: ["Premier League", "English Premier League", "England Premier League"],
  efl: ["Championship", "EFL Championship", "English Championship", "England Championship"],
  laliga: ["La Liga", "La Liga EA Sports", "Spanish La Liga", "Spain La Liga"],
  bundesliga: ["German Bundesliga", "Germany Bundesliga", "1. Bundesliga"],
  seriea: ["Serie A", "Italian Serie A", "Italy Serie A"],
  ligue1: ["Ligue 1", "French Ligue 1", "France Ligue 1"],
  mls: ["Major League Soccer", "USA MLS"],
  ligamx: ["Liga MX", "Mexico Liga MX", "Mexican Liga MX"],
  ucl: ["Champions League", "UEFA Champions League"],
  uel: ["Europa League", "UEFA Europa League"],
  worldcup: ["World Cup", "FIFA World Cup", "World Cup 2026", "FIFA World Cup 2026"],
  wsl: ["Women's Super League", "FA Women's Super League", "FA WSL", "England WSL"],
  nwsl: ["National Women's Soccer League", "NWSL Women"],
  ufc: ["Ultimate Fighting Championship"],
  atp: ["ATP Tour"],
  wta: ["WTA Tour"],
};

const LEAGUE_BY_NAME: ReadonlyMap<string, LeagueCode> = new Map(
  (Object.entries(NAMES) as ReadonlyArray<[LeagueCode, ReadonlyArray<string>]>).flatMap(
    ([league, names]) =>
      [league, LEAGUE_FACTS[league].name, ...names].map((name) => [plain(name), league] as const),
  ),
);

/** Every league that its rows may belong to. */
export const LIMITLESS_LEAGUES = Object.keys(NAMES) as ReadonlyArray<LeagueCode>;

/** Which league a row is of. */
export type RowLeague =
  | { readonly kind: "known"; readonly league: LeagueCode }
  /** It names a league, or a game of computers, that is none of ours. */
  | { readonly kind: "other"; readonly named: string }
  /** It names none, or several. */
  | { readonly kind: "unnamed" };

/** Reads it from the metadata where that names one, and else from categories and tags. */
export function leagueOfRow({ metadata, categories, tags }: ListedRow): RowLeague {
  if (metadata?.esportTitle) return { kind: "other", named: metadata.esportTitle };
  const stated = words(statedLeagues(metadata));
  if (stated[0] !== undefined) {
    const [league] = leaguesNamed(stated);
    return league === undefined ? { kind: "other", named: stated[0] } : { kind: "known", league };
  }
  const [league, another] = leaguesNamed(words([...(categories ?? []), ...(tags ?? [])]));
  return league === undefined || another !== undefined
    ? { kind: "unnamed" }
    : { kind: "known", league };
}

/** The surest first. */
function statedLeagues(metadata: MatchMetadata | null | undefined): ReadonlyArray<unknown> {
  if (metadata === null || metadata === undefined) return [];
  const { leagueName, leagueKey, league, competition, tournament } = metadata;
  return [leagueName, leagueKey, league, competition, tournament];
}

function words(values: ReadonlyArray<unknown>): ReadonlyArray<string> {
  return values.filter((value) => typeof value === "string").filter((text) => plain(text) !== "");
}

function leaguesNamed(names: ReadonlyArray<string>): ReadonlyArray<LeagueCode> {
  const found = names.map((name) => LEAGUE_BY_NAME.get(plain(name)));
  return [...new Set(found.filter((league) => league !== undefined))];
}

function plain(text: string): string {
  return text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]/g, "");
}
