/**
 * Schemas of the data files, limited to the fields that are used.
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

/** One match. Before it is played `score` is present but empty. */
export const OpenfootballMatch = Schema.Struct({
  /** `Matchday 3`, `Finals, Round of 16`. */
  round: Maybe(Schema.String),
  /** `2025-08-16`. */
  date: Schema.String,
  /** `15:00`. Missing while unknown. */
  time: Maybe(Schema.String),
  /** The home side. In international competitions with a country, such as `Arsenal FC (ENG)`. */
  team1: Schema.String,
  team2: Schema.String,
  score: Maybe(Schema.Struct({
    /** After 90 minutes. */
    ft: Maybe(GoalPair),
    /** After extra time. */
    et: Maybe(GoalPair),
    /** The shootout alone. */
    p: Maybe(GoalPair),
  })),
});

/** One match. */
export type OpenfootballMatch = typeof OpenfootballMatch.Type;

/** A season of a league. Matches are decoded one by one, so that a bad one does not hide others. */
export const OpenfootballSeason = Schema.Struct({ matches: Schema.Array(Schema.Unknown) });
