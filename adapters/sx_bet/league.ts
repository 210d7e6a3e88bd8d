/**
 * The leagues of SX Bet that are ours.
 *
 * It numbers its leagues and labels them. Numbers are not published, so they are looked up by
 * label, exactly as it is written: a label that is merely alike is another league's, such as that
 * of the second division, of women, or of the bets on who wins the season.
 *
 * @module
 */
import type { LeagueCode, Sport } from "../../core/game/mod.ts";
import { LEAGUE_FACTS } from "../../core/game/mod.ts";
import type { SxLeague } from "./payload.ts";

/** Its numbers of sports. Source: `GET /sports` in docs.sx.bet. */
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
 * Labels that were seen, and spellings that others have met. In tennis each tournament is a league
 * of its own, labelled with the tour first, and those of doubles are none of ours.
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

/** What is known for certain; the others are looked up. Seen in 2026. */
const KNOWN_ID: ReadonlyMap<LeagueCode, number> = new Map([["nfl", 243]]);

/** Every league it may be asked for. */
export const SX_BET_LEAGUES = Object.keys(LABELS) as ReadonlyArray<LeagueCode>;

/** Where the games of one of our leagues are listed. */
export interface LeaguePlaces {
  readonly leagueIds: ReadonlyArray<number>;
  /**
   * Whether there is no other place: false where no label of ours is known to it, and in tennis,
   * where a tournament may be labelled without its tour.
   */
  readonly isCertain: boolean;
}

/** The places that are known without asking. */
export function knownPlaces(league: LeagueCode): LeaguePlaces | undefined {
  const id = KNOWN_ID.get(league);
  return id === undefined ? undefined : { leagueIds: [id], isCertain: true };
}

/** Its number of the sport of a league. */
export function sportIdOf(league: LeagueCode): number {
  return SPORT_ID[LEAGUE_FACTS[league].sport];
}

/** Retired numbers keep their labels: where none is active, these few are looked at. */
const RETIRED_MAX = 3;

/** Finds a league among all that the platform has. */
export function placesOf(league: LeagueCode, all: ReadonlyArray<SxLeague>): LeaguePlaces {
  const labels = LABELS[league];
  const isOurs = ({ label, sportId }: SxLeague) =>
    sportId === sportIdOf(league) &&
    (labels instanceof RegExp ? labels.test(label) : labels.includes(label.trim()));
  const ours = all.filter(isOurs);
  const active = ours.filter(({ active }) => active !== false);
  const places = active.length > 0 ? active : ours.slice(0, RETIRED_MAX);
  return {
    leagueIds: [...new Set(places.map(({ leagueId }) => leagueId))],
    isCertain: places.length > 0 && !(labels instanceof RegExp),
  };
}
