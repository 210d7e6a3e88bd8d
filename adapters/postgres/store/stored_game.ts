/**
 * The stored JSON of a game and its platforms.
 *
 * @module
 */
import { Schema } from "effect";
import {
  CONFIDENCES,
  GAME_STATUSES,
  type GameRecord,
  LEAGUES,
  PLATFORMS,
  REDISTRIBUTIONS,
  SCHEDULES,
  SPORTS,
} from "../../../core/game/mod.ts";
import { StoredSec } from "./stored_sec.ts";

const StoredTeam = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  abbreviation: Schema.String,
  logoUrl: Schema.NullOr(Schema.String),
  sport: Schema.Literals(SPORTS),
  league: Schema.Literals(LEAGUES),
  otherNames: Schema.Array(Schema.String),
});

const StoredScore = Schema.Struct({
  home: Schema.Finite,
  away: Schema.Finite,
  clock: Schema.NullOr(Schema.String),
  period: Schema.NullOr(Schema.Finite),
  detail: Schema.NullOr(Schema.String),
  updatedSec: Schema.NullOr(StoredSec),
});

const StoredPlatform = Schema.Struct({
  source: Schema.Literals(PLATFORMS),
  confidence: Schema.Literals(CONFIDENCES),
  events: Schema.Finite,
  marketsStored: Schema.Finite,
  lastSeenSec: StoredSec,
});

/**
 * Encodes a {@linkcode GameRecord} as text and decodes it. Rejects on writing what could not be
 * read back.
 */
export const StoredGame: Schema.Codec<GameRecord, string> = Schema.fromJsonString(Schema.Struct({
  game: Schema.Struct({
    id: Schema.String,
    spine: Schema.Struct({ source: Schema.Literals(SCHEDULES), eventId: Schema.String }),
    league: Schema.Literals(LEAGUES),
    home: StoredTeam,
    away: StoredTeam,
    status: Schema.Literals(GAME_STATUSES),
    kickoffSec: StoredSec,
    isKickoffConfirmed: Schema.Boolean,
    isOffSchedule: Schema.Boolean,
    previousKickoffs: Schema.Array(
      Schema.Struct({ kickoffSec: StoredSec, changedSec: StoredSec }),
    ),
    actualEndSec: Schema.NullOr(StoredSec),
    score: Schema.NullOr(StoredScore),
    supersedes: Schema.NullOr(Schema.String),
    redistributable: Schema.Literals(REDISTRIBUTIONS),
  }),
  platforms: Schema.Array(StoredPlatform),
  maybeOn: Schema.Array(Schema.Literals(PLATFORMS)),
}));
