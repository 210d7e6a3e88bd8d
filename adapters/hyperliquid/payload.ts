/**
 * What the secondary venue's `/info` writes of its outcome markets.
 *
 * @module
 */
import { Schema } from "effect";

const Id = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));
const Text = Schema.optional(Schema.NullOr(Schema.String));

/** `{"type":"outcomeMeta"}`: everything that is live. Rows are read one by one. */
export const OutcomeMeta = Schema.Struct({
  outcomes: Schema.Array(Schema.Unknown),
  questions: Schema.Array(Schema.Unknown),
});

/** A market of two sides. */
export const OutcomeRow = Schema.Struct({ outcome: Id, name: Schema.String, description: Text });

/** Several outcomes of which one comes true. */
export const QuestionRow = Schema.Struct({
  question: Id,
  name: Schema.String,
  description: Text,
  namedOutcomes: Schema.Array(Id),
});
