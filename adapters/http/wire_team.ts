/**
 * Leagues, teams and what listings of games say about themselves, as answers carry them.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import {
  LEAGUES,
  PLATFORMS,
  REDISTRIBUTION_FILTERS,
  REDISTRIBUTIONS,
  SPORTS,
} from "../../core/game/mod.ts";
import { nullable, wordSchema } from "./wire_target.ts";

/** A league. */
export const LeagueCodeWire = wordSchema(LEAGUES, {
  description: "League; `GET /api/v1/leagues` names them",
});

/** A sport. Football is the American one. */
export const SportWire = wordSchema(SPORTS, { description: "Sport; football is the American one" });

/** A platform. */
export const PlatformCodeWire = wordSchema(PLATFORMS, { description: "Platform" });

/** Whether something may be passed on. */
export const RedistributableWire = wordSchema(REDISTRIBUTIONS, {
  description: "Whether its source lets others pass it on; `unknown` permits nothing",
});

/** A team. */
export const TeamWire = Type.Object({
  id: Type.String({ description: "`<sport>:<source>:<number>`" }),
  name: Type.String(),
  abbreviation: Type.String(),
  logo_url: nullable(Type.String({ format: "uri" })),
  sport: SportWire,
  league: LeagueCodeWire,
}, { $id: "Team", description: "A side of a game: a team, or in some sports a person" });

/** What is said of the listing as a whole. */
export const GamesMetaWire = Type.Object({
  as_of: Type.String({
    format: "date-time",
    description: "When what this service knows of games last changed; it looks every 15 s or so",
  }),
  redistributable_filter: wordSchema(REDISTRIBUTION_FILTERS, {
    description: "`internal`: all games are shown. `yes_only`: some are withheld",
  }),
  venues_checked: Type.Array(PlatformCodeWire, {
    description: "Platforms that are integrated here",
  }),
  total: Type.Integer({ description: "How many items fit the filters, on all pages together" }),
  withheld: Type.Object({
    games: Type.Integer({ description: "Games that fit the filters and are not shown" }),
    reason: Type.String(),
  }),
}, { $id: "GamesMeta" });

/** What is said of games of a window. */
export const GamesOfWindowMetaWire = Type.Object({
  ...GamesMetaWire.properties,
  unread_leagues: Type.Array(LeagueCodeWire, {
    description: "Leagues, of those asked for or of all, whose schedule was not read of all of " +
      "the window: they may have games in it that are not listed",
  }),
}, { $id: "GamesOfWindowMeta" });

/** Where the next page goes on. */
export const NextCursorWire = nullable(
  Type.String({ description: "Send it as `cursor` for the next page; null on the last" }),
);

/** One league of `GET /api/v1/leagues`. */
export const LeagueWire = Type.Object({
  code: LeagueCodeWire,
  name: Type.String(),
  sport: SportWire,
  games: Type.Integer({ description: "How many of its games are known and shown" }),
  duration: Type.Object({
    median_min: Type.Integer({ description: "Half of its games last so many minutes, or less" }),
    p90_min: Type.Integer({ description: "Nine tenths of them" }),
    basis: nullable(wordSchema(["league_measured", "sport_prior"], {
      description: "`league_measured`: 20 or more games that this service saw end. " +
        "`sport_prior`: figures of others. Null: nothing is known, and 180 and 240 are assumed",
    })),
  }, { description: "From kickoff to end" }),
}, { $id: "League" });

/** A team, for examples. */
export const HOME_EXAMPLE = {
  id: "football:espn:12",
  name: "Kansas City Chiefs",
  abbreviation: "KC",
  logo_url: "https://a.espncdn.com/i/teamlogos/nfl/500/kc.png",
  sport: "football",
  league: "nfl",
};

/** Another one. */
export const AWAY_EXAMPLE = {
  id: "football:espn:11",
  name: "Indianapolis Colts",
  abbreviation: "IND",
  logo_url: "https://a.espncdn.com/i/teamlogos/nfl/500/ind.png",
  sport: "football",
  league: "nfl",
};

/** What a listing says of itself, for examples. */
export const GAMES_META_EXAMPLE = {
  as_of: "2026-09-20T17:45:30.000Z",
  redistributable_filter: "internal",
  venues_checked: ["polymarket", "kalshi"],
  total: 1,
  withheld: { games: 0, reason: "Nothing is withheld" },
};
