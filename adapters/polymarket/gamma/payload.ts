/**
 * The schemas of the venue's metadata service (Gamma): events, their markets and tags.
 *
 * It leaves fields out or writes null for what it does not know, and writes ids and numbers as
 * numbers here and as text there. So a field that may be missing is missing here too; what the
 * values must be is read in `field.ts`. Unused fields are ignored.
 *
 * @module
 */
import { Schema } from "effect";

const Text = Schema.optional(Schema.NullOr(Schema.String));
const Flag = Schema.optional(Schema.NullOr(Schema.Boolean));
/** Text where a JavaScript number would lose digits, and sometimes elsewhere. */
const Numeric = Schema.Union([Schema.Finite, Schema.String]);
const MaybeNumeric = Schema.optional(Schema.NullOr(Numeric));
/** A JSON array inside a string; newer fields are plain arrays. */
const TextList = Schema.optional(
  Schema.NullOr(Schema.Union([Schema.String, Schema.Array(Schema.String)])),
);
const Id = Schema.Union([Schema.NonEmptyString, Schema.Int]);

/** A tag. Slugs come in any case. */
const GammaTag = Schema.Struct({ slug: Text, label: Text });
const Tags = Schema.optional(Schema.NullOr(Schema.Array(GammaTag)));

/**
 * A schedule without rate or exponent counts as missing; the other fields do not say what takers
 * pay.
 */
const GammaFeeSchedule = Schema.Struct({
  rate: Numeric,
  exponent: Numeric,
  rebateRate: MaybeNumeric,
  takerOnly: Flag,
});

/** A market's fee fields. */
export const GammaMarketFee = Schema.Struct({
  feesEnabled: Flag,
  feeType: Text,
  feeSchedule: Schema.optional(Schema.NullOr(GammaFeeSchedule)),
});
/** A market's fee fields. */
export type GammaMarketFee = typeof GammaMarketFee.Type;

/** A market, by itself or inside its event. */
export const GammaMarket = Schema.Struct({
  id: Id,
  slug: Schema.NonEmptyString,
  question: Text,
  /** The trading protocol. Any other value is an unknown protocol. */
  version: Schema.optional(Schema.Unknown),
  conditionId: Text,
  outcomes: TextList,
  /**
   * The token ids of the outcomes under Protocol V1 and V2; either may be present without counting.
   */
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

/** A market by itself, which also has its event, and tags with `include_tag`. */
export const GammaListedMarket = Schema.Struct({
  ...GammaMarket.fields,
  events: Schema.optional(Schema.NullOr(Schema.Array(
    Schema.Struct({ id: Id, slug: Schema.NonEmptyString, title: Text }),
  ))),
  tags: Tags,
});
/** A market by itself, which also has its event, and tags with `include_tag`. */
export type GammaListedMarket = typeof GammaListedMarket.Type;

/** An event. Its markets are decoded one by one, so that one cannot hide the others. */
export const GammaEvent = Schema.Struct({
  id: Id,
  slug: Schema.NonEmptyString,
  title: Text,
  closed: Flag,
  tags: Tags,
  markets: Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown))),
});
/** An event. Its markets are decoded one by one, so that one cannot hide the others. */
export type GammaEvent = typeof GammaEvent.Type;
