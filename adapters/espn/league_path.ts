/**
 * The provider's paths of each league, and its ids of sports and leagues.
 *
 * Source: the paths are public and undocumented; the ids come from recorded answers.
 *
 * @module
 */
import type { LeagueCode, Sport } from "../../core/game/mod.ts";

/** The paths of a league's games. */
export interface LeaguePath {
  /** `<sport>/<league>`, as in the provider's paths. */
  readonly path: string;
  /** Other paths with games of the league, such as its qualifying rounds. */
  readonly sidePaths: ReadonlyArray<string>;
  /** The requested conferences: without it, only ranked colleges are listed. */
  readonly groups: number | null;
  /** The league's id (`l:`) in the uids of soccer games, if known. */
  readonly soccerLeagueId: string | null;
}

const at = (path: string, rest: Partial<LeaguePath> = {}): LeaguePath => ({
  path,
  sidePaths: [],
  groups: null,
  soccerLeagueId: null,
  ...rest,
});

const soccer = (slug: string, soccerLeagueId: string): LeaguePath =>
  at(`soccer/${slug}`, { soccerLeagueId });

/** The path of every league. */
export const LEAGUE_PATHS: Readonly<Record<LeagueCode, LeaguePath>> = {
  nfl: at("football/nfl"),
  ncaaf: at("football/college-football", { groups: 80 }),
  nba: at("basketball/nba"),
  wnba: at("basketball/wnba"),
  ncaab: at("basketball/mens-college-basketball", { groups: 50 }),
  mlb: at("baseball/mlb"),
  nhl: at("hockey/nhl"),
  epl: soccer("eng.1", "700"),
  efl: soccer("eng.2", "3914"),
  laliga: soccer("esp.1", "740"),
  bundesliga: soccer("ger.1", "720"),
  seriea: soccer("ita.1", "730"),
  ligue1: soccer("fra.1", "710"),
  mls: soccer("usa.1", "770"),
  ligamx: soccer("mex.1", "760"),
  ucl: at("soccer/uefa.champions", { sidePaths: ["soccer/uefa.champions_qual"] }),
  uel: at("soccer/uefa.europa", { sidePaths: ["soccer/uefa.europa_qual"] }),
  worldcup: soccer("fifa.world", "606"),
  wsl: soccer("eng.w.1", "8097"),
  nwsl: soccer("usa.nwsl", "8301"),
  ufc: at("mma/ufc"),
  atp: at("tennis/atp"),
  wta: at("tennis/wta"),
};

/** The id (`s:`) of each sport in the uids of its events. */
export const SPORT_IDS: Readonly<Record<Sport, string>> = {
  baseball: "1",
  football: "20",
  basketball: "40",
  hockey: "70",
  soccer: "600",
  tennis: "850",
  mma: "3301",
};

/** Every soccer league with a known id, by that id. */
export const LEAGUE_OF_SOCCER_ID: ReadonlyMap<string, LeagueCode> = new Map(
  Object.entries(LEAGUE_PATHS).flatMap(([code, { soccerLeagueId }]) =>
    soccerLeagueId === null ? [] : [[soccerLeagueId, code as LeagueCode] as const]
  ),
);
