/**
 * How Kalshi writes the games of each league: stems of series, words and keys.
 *
 * @module
 */
import { type LeagueCode, type Sport } from "../../../core/game/mod.ts";
import { type OfferKind } from "../season/season.ts";

/** The words of one league. */
export interface LeagueForm {
  /** What the tickers of its series begin with. */
  readonly stem: string;
  readonly competition: string;
  readonly milestoneType: string;
}

const form = (stem: string, competition: string, milestoneType: string): LeagueForm => ({
  stem,
  competition,
  milestoneType,
});

/** Not a word of legs is meant: games of soccer leagues have this type as well. */
const SOCCER = "soccer_tournament_multi_leg";

const FORMS: Readonly<Partial<Record<LeagueCode, LeagueForm>>> = {
  nfl: form("KXNFL", "Pro Football", "football_game"),
  ncaab: form("KXNCAAMB", "College Basketball (M)", "basketball_game"),
  nba: form("KXNBA", "Pro Basketball (M)", "basketball_game"),
  wnba: form("KXWNBA", "Pro Basketball (W)", "basketball_game"),
  mlb: form("KXMLB", "Pro Baseball", "baseball_game"),
  nhl: form("KXNHL", "Pro Hockey", "hockey_match"),
  epl: form("KXEPL", "EPL", SOCCER),
  laliga: form("KXLALIGA", "La Liga", SOCCER),
  mls: form("KXMLS", "MLS", SOCCER),
};

const BY_LEAGUE: ReadonlyMap<string, LeagueForm> = new Map(Object.entries(FORMS));

/** The leagues that are listed. */
export const FORMED_LEAGUES: ReadonlyArray<LeagueCode> = Object.keys(FORMS) as LeagueCode[];

/** The words of a league; undefined where Kalshi does not list it here. */
export function formOf(league: LeagueCode): LeagueForm | undefined {
  return BY_LEAGUE.get(league);
}

/** What the series of a kind ends with. */
export function seriesSuffix(kind: OfferKind, sport: Sport): string {
  if (kind === "props") return sport === "soccer" ? "BTTS" : "TEAMTOTAL";
  return { winner: "GAME", spread: "SPREAD", total: "TOTAL" }[kind];
}

/** Under what key a market's strike holds the id of a team. */
export function strikeKey(sport: Sport): string {
  return `${sport}_team`;
}
