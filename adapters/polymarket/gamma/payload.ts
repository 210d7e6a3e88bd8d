/**
 * What the venue's metadata service (Gamma) writes: events, their markets and their tags.
 *
 * It leaves fields out or writes null for what it does not know, and writes ids and numbers as
 * numbers here and as text there. So a field that may be missing is missing here too; what the
 * values must be is read in `gamma_field.ts`. Fields that nobody uses are not looked at.
 *
 * @module
 */
import { Schema } from "effect";

const Text = Schema.optional(Schema.NullOr(Schema.String));
const Flag = Schema.optional(Schema.NullOr(Schema.Boolean));
/** Text where a JavaScript number would have lost digits, and sometimes where it would not. */
const Numeric = Schema.Union([Schema.Finite, Schema.String]);
const MaybeNumeric = Schema.optional(Schema.NullOr(Numeric));
/** A JSON array inside a string; newer fields are arrays themselves. */
const TextList = Schema.optional(
  Schema.NullOr(Schema.Union([Schema.String, Schema.Array(Schema.String)])),
);
const Id = Schema.Union([Schema.NonEmptyString, Schema.Int]);

/** A tag. Slugs come in any case. */
const GammaTag = Schema.Struct({ slug: Text, label: Text });
const Tags = Schema.optional(Schema.NullOr(Schema.Array(GammaTag)));

/** A schedule without its rate or exponent is none; the others say nothing of what takers pay. */
const GammaFeeSchedule = Schema.Struct({
  rate: Numeric,
  exponent: Numeric,
  rebateRate: MaybeNumeric,
  takerOnly: Flag,
});

/** What a market says of its fee. */
export const GammaMarketFee = Schema.Struct({
  feesEnabled: Flag,
  feeType: Text,
  feeSchedule: Schema.optional(Schema.NullOr(GammaFeeSchedule)),
});
/** What a market says of its fee. */
export type GammaMarketFee = typeof GammaMarketFee.Type;

/** A market, by itself or inside its event. */
export const GammaMarket = Schema.Struct({
  id: Id,
  slug: Schema.NonEmptyString,
  question: Text,
  /** By what protocol it is traded. Whatever else stands there is a protocol that is not known. */
  version: Schema.optional(Schema.Unknown),
  conditionId: Text,
  outcomes: TextList,
  /** The ids of its outcomes under Protocol V1, and under V2; either may be there and not count. */
  clobTokenIds: TextList,
  positionIds: TextList,
  negRisk: Flag,
  orderPriceMinTickSize: MaybeNumeric,
  orderMinSize: MaybeNumeric,
  active: Flag,
  closed: Flag,
  acceptingOrders: Flag,
  secondsDelay: MaybeNumeric,
  ...GammaMarketFee.fields,
});
/** A market, by itself or inside its event. */
export type GammaMarket = typeof GammaMarket.Type;

/** A market by itself, which also says what event it is of, and with `include_tag` has tags. */
export const GammaListedMarket = Schema.Struct({
  ...GammaMarket.fields,
  events: Schema.optional(Schema.NullOr(Schema.Array(
    Schema.Struct({ id: Id, slug: Schema.NonEmptyString, title: Text }),
  ))),
  tags: Tags,
});
/** A market by itself, which also says what event it is of, and with `include_tag` has tags. */
export type GammaListedMarket = typeof GammaListedMarket.Type;

/** An event. Its markets are read one by one, so that one of them cannot hide the others. */
export const GammaEvent = Schema.Struct({
  id: Id,
  slug: Schema.NonEmptyString,
  title: Text,
  closed: Flag,
  tags: Tags,
  markets: Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown))),
});
/** An event. Its markets are read one by one, so that one of them cannot hide the others. */
export type GammaEvent = typeof GammaEvent.Type;
