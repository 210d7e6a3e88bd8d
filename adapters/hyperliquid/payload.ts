/**
 * The schemas of the secondary venue's answers about outcome markets.
 *
 * @module
 */
import { Schema } from "effect";

const Id = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));
const Text = Schema.optional(Schema.NullOr(Schema.String));

/** `{"type":"outcomeMeta"}`: everything live. Rows are decoded one by one. */
export const OutcomeMeta = Schema.Struct({
  outcomes: Schema.Array(Schema.Unknown),
  questions: Schema.Array(Schema.Unknown),
});

/** A market with two sides. */
export const OutcomeRow = Schema.Struct({ outcome: Id, name: Schema.String, description: Text });

/** A question with several outcomes, one of which comes true. */
export const QuestionRow = Schema.Struct({
  question: Id,
  name: Schema.String,
  description: Text,
  namedOutcomes: Schema.Array(Id),
});

/** The fields of a recurring market. */
export const MarketRow = Schema.Struct({
  outcome: Id,
  name: Schema.String,
  description: Text,
  sideSpecs: Schema.Array(Schema.Struct({ name: Schema.String })),
});

/** `{"type":"allMids"}`: prices as decimal text, by coin; coins of outcomes begin with `#`. */
export const AllMids = Schema.Record(Schema.String, Schema.Unknown);

/** The stream's `allMids`. */
export const MidsNews = Schema.Struct({ mids: AllMids });

/** The stream's `subscriptionResponse`. */
export const SubscriptionAnswer = Schema.Struct({
  method: Schema.String,
  subscription: Schema.Struct({ type: Schema.String }),
});

/** An outcome's number, which some clients have seen inside an object. */
const Settled = Schema.Union([Id, Schema.Struct({ outcome: Id })]);

/** An item of the stream's `outcomeMetaUpdates`, reduced to outcomes. */
export const OutcomeUpdate = Schema.Struct({
  outcomeCreated: Schema.optional(Schema.Unknown),
  outcomeSettled: Schema.optional(Settled),
});

/**
 * The stream's `outcomeMetaUpdates`: a plain list, which some clients have seen inside an object.
 */
export const OutcomeUpdates = Schema.Union([
  Schema.Array(OutcomeUpdate),
  Schema.Struct({ updates: Schema.Array(OutcomeUpdate) }),
]);

/** Any frame of the stream. */
export const Frame = Schema.Struct({
  channel: Schema.String,
  data: Schema.optional(Schema.Unknown),
});
