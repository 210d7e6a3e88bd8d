/**
 * What SX Bet writes: markets and leagues, in an envelope that says whether it worked.
 *
 * Fields are left out or null where they do not apply. Fields that nobody uses are not looked at.
 * Source: docs.sx.bet, and what was seen of it.
 *
 * @module
 */
import { Schema } from "effect";

const Text = Schema.optional(Schema.NullOr(Schema.String));

/** One market of a fixture. */
export const SxMarket = Schema.Struct({
  marketHash: Schema.NonEmptyString,
  /** Missing or empty where two sides are not what it is about. */
  teamOneName: Text,
  teamTwoName: Text,
  /** Such as 226, the winner including overtime. */
  type: Schema.optional(Schema.NullOr(Schema.Union([Schema.Finite, Schema.String]))),
  /** Unix seconds; 0 where the hour is not known. */
  gameTime: Schema.optional(Schema.NullOr(Schema.Finite)),
  /** The fixture. Its documents write it in two ways. */
  sportXeventId: Text,
  sportXEventId: Text,
  leagueId: Schema.Int,
  /** Of a parlay, the markets it is made of. */
  legs: Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown))),
});
/** One market of a fixture. */
export type SxMarket = typeof SxMarket.Type;

/** One league, active or not. */
export const SxLeague = Schema.Struct({
  leagueId: Schema.Int,
  label: Schema.String,
  sportId: Schema.Int,
  active: Schema.optional(Schema.NullOr(Schema.Boolean)),
});
/** One league, active or not. */
export type SxLeague = typeof SxLeague.Type;

const Failure = Schema.Struct({
  status: Schema.Literals(["failure"]),
  message: Schema.optional(Schema.Unknown),
});

/** `/leagues`. */
export const LeaguesAnswer = Schema.Union([
  Schema.Struct({ status: Schema.Literals(["success"]), data: Schema.Array(SxLeague) }),
  Failure,
]);

/** A page of `/markets/active`. Markets are read one by one: one that is odd spoils no other. */
export const MarketsAnswer = Schema.Union([
  Schema.Struct({
    status: Schema.Literals(["success"]),
    data: Schema.Struct({
      markets: Schema.Array(Schema.Unknown),
      /** Empty, null or missing on the last page. */
      nextKey: Text,
    }),
  }),
  Failure,
]);
