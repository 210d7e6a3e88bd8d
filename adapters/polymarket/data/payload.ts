/**
 * What the venue's data service writes of resolutions.
 *
 * Source: `GET /v2/resolutions?condition=`, documented, and recorded in October 2026. An open
 * market has no payouts. The recorded answers do not name the condition; one that does is held to
 * it. Fields that nobody uses are not looked at.
 *
 * @module
 */
import { Schema } from "effect";
import { RESOLUTION_STATUSES, WHOLE_PAYOUT_E6 } from "../../../core/venue/mod.ts";

const Text = Schema.optional(Schema.NullOr(Schema.String));

/** Micro-USDC a share: whole, and no more than a share can pay. */
const Payout = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: Number(WHOLE_PAYOUT_E6) }),
);

/** One resolution. */
export const ResolutionPayload = Schema.Struct({
  status: Schema.Literals(RESOLUTION_STATUSES),
  payouts: Schema.optional(Schema.NullOr(Schema.Array(Payout))),
  reporter: Text,
  resolved_at: Text,
  condition: Text,
  condition_id: Text,
  conditionId: Text,
});
/** One resolution. */
export type ResolutionPayload = typeof ResolutionPayload.Type;

/** The whole answer; an unknown condition has an empty list. */
export const ResolutionsPayload = Schema.Struct({ data: Schema.Array(ResolutionPayload) });
/** The whole answer; an unknown condition has an empty list. */
export type ResolutionsPayload = typeof ResolutionsPayload.Type;
