/**
 * Schemas of games in responses.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import {
  CONFIDENCES,
  COVERAGE_STATUSES,
  GAME_STATUSES,
  REDISTRIBUTIONS,
  SCHEDULE_LICENSE_NOTES,
  SCHEDULES,
  unknownTermsNote,
} from "../../../core/game/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { words } from "../wire/text.ts";
import {
  AWAY_EXAMPLE,
  HOME_EXAMPLE,
  LeagueCodeWire,
  PlatformCodeWire,
  RedistributableWire,
  SportWire,
  TeamWire,
} from "./wire_team.ts";

/** When a game begins and ends. */
export const GameTimeWire = Type.Object({
  kickoff_at: IsoWire,
  kickoff_confirmed: Type.Boolean({ description: "False while the time is a placeholder" }),
  est_end_at: Type.String({
    format: "date-time",
    description: "Kickoff plus the median duration of the league. Only `status` says whether a " +
      "game is over",
  }),
  end_p90_at: Type.String({
    format: "date-time",
    description: "Kickoff plus the 90th-percentile duration of the league",
  }),
  actual_end_at: nullable(
    Type.String({
      format: "date-time",
      description: "When the game was first seen to be over. It ended at most 5 minutes " +
        "earlier, because it was still live then. Null if the end was not observed, as for a " +
        "game that was already over when first seen",
    }),
    { examples: ["2026-09-20T20:14:30.000Z"] },
  ),
  est_basis: nullable(words(["league_measured", "sport_prior"], {
    description: "Source of the durations. `league_measured`: 20 or more games of the league " +
      "that this service saw end. `sport_prior`: published figures. Null: unknown, 180 and 240 " +
      "minutes are assumed",
  })),
  previous_kickoffs: Type.Array(
    Type.Object({
      kickoff_at: IsoWire,
      changed_at: Type.String({
        format: "date-time",
        description: "When the service learned of the change",
      }),
    }),
    { description: "Earlier kickoffs that were replaced, oldest first" },
  ),
}, { $id: "GameTime" });

/** The score of a game. */
export const GameScoreWire = Type.Object({
  home: Type.Integer(),
  away: Type.Integer(),
  clock: nullable(Type.String({ description: "Match clock, such as `58'` or `1:38`" })),
  period: nullable(Type.Integer({
    description: "Half, quarter, period or inning, from 1; higher in extra time",
  })),
  detail: nullable(Type.String({ description: "Such as `HT`, `FT`, `1:38 - 2nd`, `Final/OT`" })),
  updated_at: nullable(Type.String({
    format: "date-time",
    description: "When any score field was last seen to change; live scores are read about once " +
      "a minute. Null if the change was not observed, as for a game that was already over when " +
      "first seen",
  })),
}, { $id: "GameScore" });

/** A platform on which a game was found. */
export const GamePlatformWire = Type.Object({
  source: PlatformCodeWire,
  confidence: words(CONFIDENCES, {
    description:
      "`exact`: both teams and the kickoff matched. `high`: both teams, with swapped sides " +
      "or another kickoff. `review`: it may be this game",
  }),
  redistributable: RedistributableWire,
  license_note: nullable(Type.String({ description: "A sentence about its terms" })),
  events: Type.Integer({
    description: "Number of the platform's events for this game. Those of listings for review " +
      "count only where there are no others",
  }),
  markets_stored: Type.Integer({ description: "Number of their markets stored, close to kickoff" }),
  last_seen: nullable(IsoWire),
}, { $id: "GamePlatform" });

/** What is known of a game on one platform. */
export const GameCoverageWire = Type.Object({
  source: PlatformCodeWire,
  status: words(COVERAGE_STATUSES, {
    description: "`listed`: found, for certain or for review. `not_listed`: a complete scan of " +
      "the league around the kickoff, at most 30 minutes old, did not find it. `not_checked`: " +
      "there is no such scan, or an event there may be this game, or the game is over or called " +
      "off and the platform lists only open games",
  }),
  checked_at: nullable(Type.String({
    format: "date-time",
    description: "`listed`: when it was last seen. `not_listed`: when the latest such scan began",
  })),
}, { $id: "GameCoverage" });

/** A game. */
export const GameWire = Type.Object({
  id: Type.String({ description: "`<schedule>:<event id>`" }),
  sport: SportWire,
  league: LeagueCodeWire,
  status: words(GAME_STATUSES, { description: "Only this field says whether a game is over" }),
  home: TeamWire,
  away: TeamWire,
  time: GameTimeWire,
  score: nullable(GameScoreWire),
  spine: Type.Object({
    source: words(SCHEDULES, { description: "The reference schedule" }),
    event_id: Type.String(),
    license_note: nullable(Type.String({ description: "A sentence about its licence" })),
  }),
  supersedes: nullable(
    Type.String({ description: "Id of the game that this one makes up for" }),
    { examples: ["espn:401772795"] },
  ),
  redistributable: words(REDISTRIBUTIONS, {
    description: "Whether the schedule's source permits redistribution",
  }),
  platforms: Type.Optional(Type.Array(GamePlatformWire, {
    description: "Platforms on which it was found; present with `include=platforms`",
  })),
  coverage: Type.Optional(Type.Array(GameCoverageWire, {
    description: "Every integrated platform; present with `include=coverage`",
  })),
}, { $id: "Game", description: "A game of the reference schedule" });

/** An example of a game, for the document. */
export const GAME_EXAMPLE = {
  id: "espn:401772812",
  sport: "football",
  league: "nfl",
  status: "live",
  home: HOME_EXAMPLE,
  away: AWAY_EXAMPLE,
  time: {
    kickoff_at: "2026-09-20T17:00:00.000Z",
    kickoff_confirmed: true,
    est_end_at: "2026-09-20T20:10:00.000Z",
    end_p90_at: "2026-09-20T20:30:00.000Z",
    actual_end_at: null,
    est_basis: "sport_prior",
    previous_kickoffs: [{
      kickoff_at: "2026-09-20T20:25:00.000Z",
      changed_at: "2026-09-01T14:00:05.000Z",
    }],
  },
  score: {
    home: 7,
    away: 3,
    clock: "1:38",
    period: 2,
    detail: "1:38 - 2nd",
    updated_at: "2026-09-20T17:45:12.000Z",
  },
  spine: {
    source: "espn",
    event_id: "401772812",
    license_note: SCHEDULE_LICENSE_NOTES.espn,
  },
  supersedes: null,
  redistributable: "unknown",
  platforms: [{
    source: "polymarket",
    confidence: "exact",
    redistributable: "unknown",
    license_note: unknownTermsNote("Polymarket"),
    events: 4,
    markets_stored: 31,
    last_seen: "2026-09-20T17:44:00.000Z",
  }],
  coverage: [
    { source: "polymarket", status: "listed", checked_at: "2026-09-20T17:44:00.000Z" },
    { source: "kalshi", status: "not_listed", checked_at: "2026-09-20T17:43:10.000Z" },
  ],
};
