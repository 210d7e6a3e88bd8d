/**
 * Schemas of the order book's answers about markets.
 *
 * @module
 */
import { Schema } from "effect";

const Decimal = Schema.Union([Schema.Number, Schema.String]);
const Maybe = <T>(value: Schema.Decoder<T>) => Schema.optional(Schema.NullOr(value));

/** The digits of a token's id. */
const TokenId = Schema.String.check(Schema.isPattern(/^\d{1,80}$/));

/** A market, in the venue's short names: `GET /clob-markets/{condition}`. */
export const MarketPayload = Schema.Struct({
  /** The condition. */
  c: Schema.String,
  /** The protocol. */
  v: Schema.optional(Schema.Unknown),
  /** The tokens, with the names of their outcomes. */
  t: Schema.Array(Schema.Struct({ t: TokenId, o: Schema.String })),
  /** The smallest step of a price, and the smallest resting order. */
  mts: Decimal,
  mos: Decimal,
  /** Whether it is of the neg-risk kind, and whether it takes orders. */
  nr: Maybe(Schema.Boolean),
  ao: Maybe(Schema.Boolean),
  /** For how many seconds an order that crosses waits, and whether it is held for a moment. */
  sd: Maybe(Schema.Number),
  itode: Maybe(Schema.Boolean),
  /** The fee: rate, exponent, and whether takers alone pay it. */
  fd: Maybe(Schema.Struct({ r: Decimal, e: Decimal, to: Maybe(Schema.Boolean) })),
});
/** A market. */
export type MarketPayload = typeof MarketPayload.Type;

const LevelPayload = Schema.Struct({ price: Schema.String, size: Schema.String });

/** A book: `GET /book`. */
export const BookPayload = Schema.Struct({
  market: Schema.String,
  asset_id: Schema.String,
  bids: Schema.NullOr(Schema.Array(LevelPayload)),
  asks: Schema.NullOr(Schema.Array(LevelPayload)),
  tick_size: Schema.String,
  /** Unix milliseconds, in text. */
  timestamp: Schema.optional(Schema.Unknown),
  hash: Schema.optional(Schema.Unknown),
  /** The protocol; books of Protocol V1 do not state it. */
  version: Schema.optional(Schema.Unknown),
});
/** A book. */
export type BookPayload = typeof BookPayload.Type;
