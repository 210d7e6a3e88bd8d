/**
 * What is written in a file of the data, as far as it is read.
 *
 * @see https://github.com/openfootball/football.json
 *
 * @module
 */
import { Schema } from "effect";

const Goals = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }));
/** Home, away. */
const GoalPair = Schema.Tuple([Goals, Goals]);
const Maybe = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema));

/** `score` is there and empty before a match. */
export const OpenfootballMatch = Schema.Struct({
  /** `Matchday 3`, `Finals, Round of 16`. */
  round: Maybe(Schema.String),
  /** `2025-08-16`. */
  date: Schema.String,
  /** `15:00`. Missing while it is not known. */
  time: Maybe(Schema.String),
  /** The home side. In international competitions with a country, such as `Arsenal FC (ENG)`. */
  team1: Schema.String,
  team2: Schema.String,
  score: Maybe(Schema.Struct({
    /** After 90 minutes. */
    ft: Maybe(GoalPair),
    /** After extra time. */
    et: Maybe(GoalPair),
    /** The shoot-out alone. */
    p: Maybe(GoalPair),
  })),
});

/** One match. */
export type OpenfootballMatch = typeof OpenfootballMatch.Type;

/** A season of a league. Its matches are read one by one, so that a bad one spoils no other. */
export const OpenfootballSeason = Schema.Struct({ matches: Schema.Array(Schema.Unknown) });
