/**
 * Schemas of leagues, teams and `meta` in responses about games.
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
} from "../../../core/game/mod.ts";
import { nullable } from "../wire/answer.ts";
import { words } from "../wire/text.ts";

/** A league. */
export const LeagueCodeWire = words(LEAGUES, {
  description: "League code; see `GET /api/v1/leagues`",
});

/** A sport. `football` is American football. */
export const SportWire = words(SPORTS, {
  description: "Sport; `football` is American football",
});

/** A platform. */
export const PlatformCodeWire = words(PLATFORMS, { description: "Platform" });

/** Whether something may be redistributed. */
export const RedistributableWire = words(REDISTRIBUTIONS, {
  description: "Whether its source permits redistribution; `unknown` permits nothing",
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

/** `meta` of a listing. */
export const GamesMetaWire = Type.Object({
  as_of: Type.String({
    format: "date-time",
    description: "When the game data last changed; it is refreshed about every 15 s",
  }),
  redistributable_filter: words(REDISTRIBUTION_FILTERS, {
    description: "`internal`: all games are shown. `yes_only`: some are withheld",
  }),
  venues_checked: Type.Array(PlatformCodeWire, {
    description: "Integrated platforms",
  }),
  total: Type.Integer({
    description: "Number of items that match the filters, on all pages together",
  }),
  withheld: Type.Object({
    games: Type.Integer({
      description: "Number of games that match the filters and are not shown",
    }),
    reason: Type.String(),
  }),
}, { $id: "GamesMeta" });

/** `meta` of a listing of games in a window. */
export const GamesOfWindowMetaWire = Type.Object({
  ...GamesMetaWire.properties,
  unread_leagues: Type.Array(LeagueCodeWire, {
    description: "Leagues, among the requested or all, whose schedule was not read for the " +
      "whole window: they may have games in it that are not listed",
    examples: [["mls"]],
  }),
}, { $id: "GamesOfWindowMeta" });

/** One league of `GET /api/v1/leagues`. */
export const LeagueWire = Type.Object({
  code: LeagueCodeWire,
  name: Type.String(),
  sport: SportWire,
  games: Type.Integer({ description: "Number of its games that are known and shown" }),
  duration: Type.Object({
    median_min: Type.Integer({ description: "Median duration of its games, in minutes" }),
    p90_min: Type.Integer({ description: "90th-percentile duration, in minutes" }),
    basis: nullable(words(["league_measured", "sport_prior"], {
      description: "`league_measured`: 20 or more games that this service saw end. " +
        "`sport_prior`: published figures. Null: unknown, 180 and 240 minutes are assumed",
    })),
  }, { description: "From kickoff to end" }),
}, { $id: "League" });

/** A home team, for examples. */
export const HOME_EXAMPLE = {
  id: "football:espn:12",
  name: "Kansas City Chiefs",
  abbreviation: "KC",
  logo_url: "https://a.espncdn.com/i/teamlogos/nfl/500/kc.png",
  sport: "football",
  league: "nfl",
};

/** An away team, for examples. */
export const AWAY_EXAMPLE = {
  id: "football:espn:11",
  name: "Indianapolis Colts",
  abbreviation: "IND",
  logo_url: "https://a.espncdn.com/i/teamlogos/nfl/500/ind.png",
  sport: "football",
  league: "nfl",
};

/** `meta` of a listing, for examples. */
export const GAMES_META_EXAMPLE = {
  as_of: "2026-09-20T17:45:30.000Z",
  redistributable_filter: "internal",
  venues_checked: ["polymarket", "kalshi"],
  total: 1,
  withheld: { games: 0, reason: "Nothing is withheld" },
};
