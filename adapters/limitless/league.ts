/**
 * Finds the league of a Limitless row.
 *
 * Football matches name it in their metadata; other sports in the categories or tags. Spellings
 * vary between rows, so only letters and digits are compared, and only as a whole: `Women's
 * Champions League` is not the `Champions League`.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode } from "../../core/game/mod.ts";
import type { ListedRow, MatchMetadata } from "./payload.ts";

/** League names, in any spelling with the same letters; a league's code and our name also match. */
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

/** Every league that a row may belong to. */
export const LIMITLESS_LEAGUES = Object.keys(NAMES) as ReadonlyArray<LeagueCode>;

/** The league of a row. */
export type RowLeague =
  | { readonly kind: "known"; readonly league: LeagueCode }
  /** It names another league, or an esport. */
  | { readonly kind: "other"; readonly named: string }
  /** It names no league, or several. */
  | { readonly kind: "unnamed" };

/** Returns the league named by the metadata, else by categories and tags. */
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

/** The most reliable field first. */
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
