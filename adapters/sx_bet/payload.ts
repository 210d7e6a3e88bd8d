/**
 * Schemas of SX Bet's markets and leagues, in an envelope with success or failure.
 *
 * Fields that do not apply are omitted or null. Unused fields are ignored.
 * Source: docs.sx.bet, and recorded responses.
 *
 * @module
 */
import { Schema } from "effect";

const Text = Schema.optional(Schema.NullOr(Schema.String));

/** One market of a fixture. */
export const SxMarket = Schema.Struct({
  marketHash: Schema.NonEmptyString,
  /** Missing or empty if the market is not about two sides. */
  teamOneName: Text,
  teamTwoName: Text,
  /** Such as 226, the winner including overtime. */
  type: Schema.optional(Schema.NullOr(Schema.Union([Schema.Finite, Schema.String]))),
  /** Unix seconds; 0 if unknown. */
  gameTime: Schema.optional(Schema.NullOr(Schema.Finite)),
  /** The fixture. The documentation spells the field in two ways. */
  sportXeventId: Text,
  sportXEventId: Text,
  leagueId: Schema.Int,
  /** The markets of a parlay. */
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

/** A page of `/markets/active`. Markets are decoded one by one: a bad one does not hide others. */
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
