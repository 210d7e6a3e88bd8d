/**
 * The sports of the simulated venue, its term for leagues.
 *
 * Words, orders, and ids observed on the real venue are real; others are invented.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode } from "../../../../../core/game/mod.ts";
import { type Tag, tagsOf } from "../../venue/tag.ts";
import { type TrackSeries } from "../listing_text.ts";

/** A sport. */
export interface VenueSport {
  readonly league: LeagueCode;
  readonly id: number;
  /** The venue's code, such as `lal`. */
  readonly sport: string;
  /** The side that comes first in titles, slugs and scores. */
  readonly ordering: "home" | "away";
  readonly primaryTag: Tag;
  readonly series: TrackSeries;
  readonly resolution: string;
}

type Row = readonly [
  league: LeagueCode,
  id: number,
  sport: string,
  tagId: number,
  seriesId: number,
  resolution: string,
];

const ROWS: ReadonlyArray<Row> = [
  ["nfl", 10, "nfl", 450, 12185, "https://www.nfl.com/"],
  ["ncaaf", 901, "cfb", 190_001, 19_001, "https://www.ncaa.com/"],
  ["nba", 34, "nba", 745, 10345, "https://www.nba.com/"],
  ["wnba", 902, "wnba", 190_002, 10105, "https://www.wnba.com/"],
  ["ncaab", 903, "ncaab", 101_952, 19_002, "https://www.ncaa.com/"],
  ["mlb", 904, "mlb", 100_381, 3, "https://www.mlb.com/"],
  ["nhl", 905, "nhl", 899, 19_003, "https://www.nhl.com/"],
  ["epl", 2, "epl", 306, 10188, "https://www.premierleague.com/"],
  ["efl", 906, "elc", 190_003, 10355, "https://www.efl.com/"],
  ["laliga", 907, "lal", 190_004, 10193, "https://www.laliga.com/"],
  ["bundesliga", 908, "bun", 190_005, 10194, "https://www.bundesliga.com/"],
  ["seriea", 909, "sea", 101_962, 10203, "https://www.legaseriea.it/"],
  ["ligue1", 910, "fl1", 190_006, 10195, "https://ligue1.com/"],
  ["mls", 911, "mls", 190_007, 10189, "https://www.mlssoccer.com/"],
  ["ligamx", 912, "mex", 190_008, 10290, "https://ligamx.net/"],
  ["ucl", 913, "ucl", 190_009, 10204, "https://www.uefa.com/"],
  ["uel", 914, "uel", 190_010, 10209, "https://www.uefa.com/"],
  ["worldcup", 915, "fifwc", 190_011, 11433, "https://www.fifa.com/"],
  ["wsl", 916, "wsl", 190_012, 19_004, "https://www.wslfootball.com/"],
  ["nwsl", 917, "nwsl", 190_013, 19_005, "https://www.nwslsoccer.com/"],
  ["ufc", 918, "ufc", 190_014, 38, "https://www.ufc.com/"],
  ["atp", 919, "atp", 190_015, 10365, "https://www.atptour.com/"],
  ["wta", 920, "wta", 190_016, 10366, "https://www.wtatennis.com/"],
];

/** Every sport, by league. */
export const SPORT_BY_LEAGUE: ReadonlyMap<LeagueCode, VenueSport> = new Map(
  ROWS.map(([league, id, sport, tagId, seriesId, resolution]) => {
    const { name, sport: kind } = LEAGUE_FACTS[league];
    return [league, {
      league,
      id,
      sport,
      ordering: kind === "soccer" ? "home" : "away",
      primaryTag: { id: String(tagId), label: name, slug: sport },
      series: {
        id: String(seriesId),
        slug: `${sport}-2026`,
        title: `${name} 2026`,
        recurrence: "daily",
      },
      resolution,
    }];
  }),
);

/** Returns the tags of a sport's games: sports, the sport, games, and soccer if it applies. */
export function tagsOfSport({ league, primaryTag }: VenueSport): ReadonlyArray<Tag> {
  const isSoccer = LEAGUE_FACTS[league].sport === "soccer";
  const [sports, games, ...rest] = tagsOf("sports", "games", ...(isSoccer ? ["soccer"] : []));
  return [sports, primaryTag, games, ...rest].filter((tag) => tag !== undefined);
}
