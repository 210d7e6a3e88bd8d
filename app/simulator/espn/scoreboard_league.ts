/**
 * The leagues whose scoreboards are simulated, with the provider's ids.
 *
 * Source: recorded answers; where they have gaps, the provider's public pages.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode } from "../../../core/game/mod.ts";

/** A league on the provider. */
export interface ScoreboardLeague {
  /** Null for a competition that has a scoreboard but no games in this world. */
  readonly code: LeagueCode | null;
  /** `soccer`, the first part of the path after `/sports`. */
  readonly sport: string;
  /** `eng.1`, the second part. */
  readonly slug: string;
  /** The numbers after `s:` and `l:` in uids. */
  readonly sportId: number;
  /** Null if unknown. */
  readonly leagueId: number | null;
  readonly name: string;
  readonly abbreviation: string;
  /** Conferences that can be requested; without one only ranked teams' games are listed. */
  readonly groups: ReadonlyArray<string>;
}

const SPORT_ID = {
  baseball: 1,
  football: 20,
  basketball: 40,
  hockey: 70,
  soccer: 600,
  tennis: 850,
  mma: 3301,
} as const;

function league(
  code: LeagueCode | null,
  path: `${keyof typeof SPORT_ID}/${string}`,
  rest: {
    readonly leagueId: number | null;
    readonly name?: string;
    readonly abbreviation: string;
    readonly groups?: ReadonlyArray<string>;
  },
): ScoreboardLeague {
  const [sport, slug] = path.split("/") as [keyof typeof SPORT_ID, string];
  const name = code === null ? rest.abbreviation : LEAGUE_FACTS[code].name;
  return { code, sport, slug, sportId: SPORT_ID[sport], name, groups: [], ...rest };
}

/** Every supported league. */
export const SCOREBOARD_LEAGUES: ReadonlyArray<ScoreboardLeague> = [
  league("nfl", "football/nfl", {
    leagueId: 28,
    name: "National Football League",
    abbreviation: "NFL",
  }),
  league("ncaaf", "football/college-football", {
    leagueId: 23,
    abbreviation: "NCAAF",
    groups: ["80", "90"],
  }),
  league("nba", "basketball/nba", {
    leagueId: 46,
    name: "National Basketball Association",
    abbreviation: "NBA",
  }),
  league("wnba", "basketball/wnba", { leagueId: 59, abbreviation: "WNBA" }),
  league("ncaab", "basketball/mens-college-basketball", {
    leagueId: 41,
    abbreviation: "NCAAM",
    groups: ["50"],
  }),
  league("mlb", "baseball/mlb", {
    leagueId: 10,
    name: "Major League Baseball",
    abbreviation: "MLB",
  }),
  league("nhl", "hockey/nhl", {
    leagueId: 90,
    name: "National Hockey League",
    abbreviation: "NHL",
  }),
  league("epl", "soccer/eng.1", { leagueId: 700, abbreviation: "Prem" }),
  league("efl", "soccer/eng.2", { leagueId: 3914, abbreviation: "Champ" }),
  league("laliga", "soccer/esp.1", { leagueId: 740, abbreviation: "LALIGA" }),
  league("bundesliga", "soccer/ger.1", { leagueId: 720, abbreviation: "GER.1" }),
  league("seriea", "soccer/ita.1", { leagueId: 730, abbreviation: "ITA.1" }),
  league("ligue1", "soccer/fra.1", { leagueId: 710, abbreviation: "FRA.1" }),
  league("mls", "soccer/usa.1", { leagueId: 770, abbreviation: "MLS" }),
  league("ligamx", "soccer/mex.1", { leagueId: 760, abbreviation: "MEX.1" }),
  league("ucl", "soccer/uefa.champions", { leagueId: 775, abbreviation: "UCL" }),
  league("uel", "soccer/uefa.europa", { leagueId: 776, abbreviation: "UEL" }),
  league(null, "soccer/uefa.champions_qual", { leagueId: null, abbreviation: "UCL Qualifying" }),
  league(null, "soccer/uefa.europa_qual", { leagueId: null, abbreviation: "UEL Qualifying" }),
  league("worldcup", "soccer/fifa.world", { leagueId: 606, abbreviation: "FIFA World Cup" }),
  league("wsl", "soccer/eng.w.1", { leagueId: 8097, abbreviation: "WSL" }),
  league("nwsl", "soccer/usa.nwsl", { leagueId: 8301, abbreviation: "NWSL" }),
  league("ufc", "mma/ufc", { leagueId: 3321, abbreviation: "UFC" }),
  league("atp", "tennis/atp", { leagueId: 851, abbreviation: "ATP" }),
  league("wta", "tennis/wta", { leagueId: 900, abbreviation: "WTA" }),
];

/** The slug that lists all soccer leagues together. */
export const ALL_SOCCER = "all";

/** The meaning of a path: one league, or all of soccer. */
export type Scoreboard = { readonly sport: string; readonly slug: string } & {
  readonly leagues: ReadonlyArray<ScoreboardLeague>;
};

const SCOREBOARDS: ReadonlyMap<string, Scoreboard> = new Map([
  ...SCOREBOARD_LEAGUES.map((one): [string, Scoreboard] => [
    `${one.sport}/${one.slug}`,
    { sport: one.sport, slug: one.slug, leagues: [one] },
  ]),
  [`soccer/${ALL_SOCCER}`, {
    sport: "soccer",
    slug: ALL_SOCCER,
    leagues: SCOREBOARD_LEAGUES.filter(({ sport }) => sport === "soccer"),
  }],
]);

/** Returns the scoreboard of a sport and a slug. */
export function findScoreboard(sport: string, slug: string): Scoreboard | undefined {
  return SCOREBOARDS.get(`${sport}/${slug}`);
}

/** Returns the slugs of a sport's scoreboards, for error messages. */
export function slugsOf(sport: string): ReadonlyArray<string> {
  return [...SCOREBOARDS.values()].filter((scoreboard) => scoreboard.sport === sport).map((
    { slug },
  ) => slug);
}

/** The sports with scoreboards. */
export const SCOREBOARD_SPORTS: ReadonlyArray<string> = [
  ...new Set(SCOREBOARD_LEAGUES.map(({ sport }) => sport)),
];
