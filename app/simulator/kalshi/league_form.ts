/**
 * Kalshi's format for each league's games: series stems, terms and keys.
 *
 * @module
 */
import { type LeagueCode, type Sport } from "../../../core/game/mod.ts";
import { type OfferKind } from "../season/season.ts";

/** The terms of one league. */
export interface LeagueForm {
  /** The common prefix of its series tickers. */
  readonly stem: string;
  readonly competition: string;
  readonly milestoneType: string;
}

const form = (stem: string, competition: string, milestoneType: string): LeagueForm => ({
  stem,
  competition,
  milestoneType,
});

/** The type does not mean two legs: games of soccer leagues have it too. */
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

/** The listed leagues. */
export const FORMED_LEAGUES: ReadonlyArray<LeagueCode> = Object.keys(FORMS) as LeagueCode[];

/** Returns the form of a league; undefined for a league that is not listed. */
export function formOf(league: LeagueCode): LeagueForm | undefined {
  return BY_LEAGUE.get(league);
}

/** Returns the suffix of a kind's series. */
export function seriesSuffix(kind: OfferKind, sport: Sport): string {
  if (kind === "props") return sport === "soccer" ? "BTTS" : "TEAMTOTAL";
  return { winner: "GAME", spread: "SPREAD", total: "TOTAL" }[kind];
}

/** Returns the key under which a market's strike holds a team's id. */
export function strikeKey(sport: Sport): string {
  return `${sport}_team`;
}
