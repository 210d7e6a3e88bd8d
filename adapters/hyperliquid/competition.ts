/**
 * The leagues in the descriptions of sports markets.
 *
 * Deployers choose the names. `NFL`, `MLB`, `English Premier League` and `UEFA Champions League`
 * were seen on the venue; the other spellings are the competitions' own names. `Premier League`
 * alone is omitted, because many countries have one.
 *
 * @module
 */
import { Option } from "effect";
import type { LeagueCode } from "../../core/game/mod.ts";

const SPELLINGS: Readonly<Partial<Record<LeagueCode, ReadonlyArray<string>>>> = {
  nfl: ["NFL", "National Football League"],
  ncaaf: ["NCAAF", "NCAA Football", "College Football"],
  nba: ["NBA", "National Basketball Association"],
  wnba: ["WNBA", "Women's National Basketball Association"],
  ncaab: ["NCAAB", "NCAA Men's Basketball"],
  mlb: ["MLB", "Major League Baseball"],
  nhl: ["NHL", "National Hockey League"],
  epl: ["English Premier League", "EPL"],
  efl: ["EFL Championship", "English Football League Championship"],
  laliga: ["LaLiga", "La Liga"],
  bundesliga: ["Bundesliga", "German Bundesliga"],
  seriea: ["Serie A", "Italian Serie A"],
  ligue1: ["Ligue 1", "French Ligue 1"],
  mls: ["MLS", "Major League Soccer"],
  ligamx: ["Liga MX"],
  ucl: ["UEFA Champions League"],
  uel: ["UEFA Europa League"],
  worldcup: ["FIFA World Cup", "FIFA World Cup 2026"],
  wsl: ["Women's Super League", "FA Women's Super League", "Barclays Women's Super League"],
  nwsl: ["NWSL", "National Women's Soccer League"],
  ufc: ["UFC", "Ultimate Fighting Championship"],
  atp: ["ATP", "ATP Tour"],
  wta: ["WTA", "WTA Tour"],
};

/** Removes differences in case, accents, dots and dashes. */
function plain(text: string): string {
  const bare = text.normalize("NFKD").replace(/[\p{M}'’.]/gu, "").toLowerCase();
  return bare.replace(/[^a-z0-9]+/g, " ").trim();
}

const BY_NAME: ReadonlyMap<string, LeagueCode> = new Map(
  Object.entries(SPELLINGS).flatMap(([league, names]) =>
    names.map((name) => [plain(name), league as LeagueCode] as const)
  ),
);

/** The leagues that can be recognized by name, in the order of their codes. */
export const NAMED_LEAGUES: ReadonlyArray<LeagueCode> = Object.keys(SPELLINGS) as LeagueCode[];

/** Returns the league of a competition by its exact name, ignoring case and punctuation. */
export function leagueOf(competition: string): Option.Option<LeagueCode> {
  return Option.fromNullishOr(BY_NAME.get(plain(competition)));
}
