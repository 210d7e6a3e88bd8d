/**
 * Finds our leagues among those of SX Bet.
 *
 * SX Bet gives its leagues ids and labels. The ids are not published, so they are looked up by
 * exact label: a similar label is another league, such as the second division, the women's league
 * or bets on the winner of the season.
 *
 * @module
 */
import type { LeagueCode, Sport } from "../../core/game/mod.ts";
import { LEAGUE_FACTS } from "../../core/game/mod.ts";
import type { SxLeague } from "./payload.ts";

/** SX Bet's sport ids. Source: `GET /sports` in docs.sx.bet. */
const SPORT_ID: Readonly<Record<Sport, number>> = {
  basketball: 1,
  hockey: 2,
  baseball: 3,
  soccer: 5,
  tennis: 6,
  mma: 7,
  football: 8,
};

/**
 * Observed labels, and spellings reported by others. In tennis each tournament is a separate league
 * whose label begins with the tour; doubles are excluded.
 */
const LABELS: Readonly<Record<LeagueCode, ReadonlyArray<string> | RegExp>> = {
  nfl: ["NFL"],
  ncaaf: ["NCAAF", "NCAA Football", "NCAA FBS", "College Football"],
  nba: ["NBA"],
  wnba: ["WNBA"],
  ncaab: ["NCAA", "NCAAB", "NCAA Men", "NCAA Basketball", "College Basketball"],
  mlb: ["MLB"],
  nhl: ["NHL"],
  epl: ["English Premier League", "England Premier League"],
  efl: ["The Championship", "EFL Championship", "English Championship", "England Championship"],
  laliga: ["La Liga", "LaLiga", "Spanish La Liga", "Spain La Liga"],
  bundesliga: ["Bundesliga", "German Bundesliga", "Germany Bundesliga"],
  seriea: ["Serie A", "Italian Serie A", "Italy Serie A"],
  ligue1: ["Ligue 1", "French Ligue 1", "France Ligue 1"],
  mls: ["MLS", "Major League Soccer", "USA MLS", "USA Major League Soccer", "United States MLS"],
  ligamx: ["Liga MX", "Mexico Liga MX", "Mexican Liga MX"],
  ucl: ["Champions League_UEFA", "UEFA Champions League"],
  uel: ["Europa League_UEFA", "UEFA Europa League"],
  worldcup: ["World Cup", "FIFA World Cup", "World Cup_FIFA", "FIFA World Cup 2026"],
  wsl: ["FA WSL", "WSL", "Women's Super League", "England Women's Super League"],
  nwsl: ["NWSL", "National Women's Soccer League"],
  ufc: ["UFC"],
  atp: /^ATP (?!.*\bDoubles\b)/i,
  wta: /^WTA (?!.*\bDoubles\b)/i,
};

/** Confirmed ids, observed in 2026; the others are looked up. */
const KNOWN_ID: ReadonlyMap<LeagueCode, number> = new Map([["nfl", 243]]);

/** Every league that can be scanned. */
export const SX_BET_LEAGUES = Object.keys(LABELS) as ReadonlyArray<LeagueCode>;

/** The SX Bet leagues that list the games of one of our leagues. */
export interface LeagueIds {
  readonly leagueIds: ReadonlyArray<number>;
  /**
   * Whether the ids are complete: false if SX Bet has none of our labels, and in tennis, where a
   * label may omit the tour.
   */
  readonly isCertain: boolean;
}

/** Returns the ids that are known without a request. */
export function knownLeagueIds(league: LeagueCode): LeagueIds | undefined {
  const id = KNOWN_ID.get(league);
  return id === undefined ? undefined : { leagueIds: [id], isCertain: true };
}

/** Returns SX Bet's sport id of a league. */
export function sportIdOf(league: LeagueCode): number {
  return SPORT_ID[LEAGUE_FACTS[league].sport];
}

/** Retired ids keep their labels: if none is active, this many retired ones are scanned. */
const RETIRED_MAX = 3;

/** Finds the ids of a league among all leagues of the platform. */
export function leagueIdsOf(league: LeagueCode, all: ReadonlyArray<SxLeague>): LeagueIds {
  const labels = LABELS[league];
  const isOurs = ({ label, sportId }: SxLeague) =>
    sportId === sportIdOf(league) &&
    (labels instanceof RegExp ? labels.test(label) : labels.includes(label.trim()));
  const ours = all.filter(isOurs);
  const active = ours.filter(({ active }) => active !== false);
  const found = active.length > 0 ? active : ours.slice(0, RETIRED_MAX);
  return {
    leagueIds: [...new Set(found.map(({ leagueId }) => leagueId))],
    isCertain: found.length > 0 && !(labels instanceof RegExp),
  };
}
