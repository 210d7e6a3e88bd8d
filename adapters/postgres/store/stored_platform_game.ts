/**
 * The stored JSON of a platform's game.
 *
 * @module
 */
import { Schema } from "effect";
import { CONFIDENCES, LEAGUES, type PlatformRecord, PLATFORMS } from "../../../core/game/mod.ts";
import { StoredSec } from "./stored_sec.ts";

const StoredSide = Schema.Struct({
  names: Schema.Array(Schema.String),
  codes: Schema.Array(Schema.String),
});

const StoredKickoff = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("at"), sec: StoredSec }),
  Schema.Struct({
    kind: Schema.Literal("day"),
    day: Schema.Struct({ year: Schema.Int, month: Schema.Int, day: Schema.Int }),
    gameNumber: Schema.NullOr(Schema.Finite),
  }),
  Schema.Struct({ kind: Schema.Literal("unknown") }),
]);

/**
 * Encodes a {@linkcode PlatformRecord} as text and decodes it. Rejects on writing what could not be
 * read back.
 */
export const StoredPlatformGame: Schema.Codec<PlatformRecord, string> = Schema.fromJsonString(
  Schema.Struct({
    game: Schema.Struct({
      source: Schema.Literals(PLATFORMS),
      key: Schema.String,
      league: Schema.Literals(LEAGUES),
      kickoff: StoredKickoff,
      home: StoredSide,
      away: StoredSide,
      isOpen: Schema.Boolean,
      events: Schema.Array(
        Schema.Struct({
          id: Schema.String,
          title: Schema.String,
          markets: Schema.Array(Schema.String),
        }),
      ),
    }),
    firstSeenSec: StoredSec,
    lastSeenSec: StoredSec,
    link: Schema.NullOr(
      Schema.Struct({
        gameId: Schema.String,
        confidence: Schema.Literals(CONFIDENCES),
        isSwapped: Schema.Boolean,
      }),
    ),
    maybe: Schema.Array(Schema.String),
    why: Schema.NullOr(Schema.String),
  }),
);
