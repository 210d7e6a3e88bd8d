/**
 * `GET /api/v1/venue2/targets/active`: the secondary venue's markets that are live now.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { UnixSec } from "../../../core/time/mod.ts";
import { activeOutcomeTargets } from "../../../core/use_case/venue2/mod.ts";
import { declareKeyedRoute } from "../edge/route.ts";
import { VENUE2_FIELDS, VENUE2_RESULTS, venue2Body, venue2Results } from "./venue2_envelope.ts";
import { readVenue2Slug, VENUE2_SLUG_PARAMETER } from "./venue2_slug.ts";
import { OUTCOME_TARGET_EXAMPLE } from "./wire_outcome_target.ts";

const Body = Type.Object(
  { ...VENUE2_FIELDS, ...VENUE2_RESULTS },
  { $id: "ActiveOutcomeTargets" },
);

/** The route. */
export const venue2ActiveRoute = declareKeyedRoute({
  method: "GET",
  path: "/api/v1/venue2/targets/active",
  access: "read",
  isCompressed: true,
  family: "coded",
  tag: "Secondary venue",
  summary: "Live markets of the secondary venue",
  description: "Every recurring market that the venue lists and that has not expired. Empty for " +
    "some seconds after an expiry: a market is settled, and the next one created, about 12 s " +
    "later.",
  parameters: [VENUE2_SLUG_PARAMETER],
  responses: {
    200: {
      description: "The markets",
      schema: Body,
      example: {
        now: "2026-05-02T12:00:00.250Z",
        slug: null,
        source: "hyperliquid",
        results: [OUTCOME_TARGET_EXAMPLE],
      },
    },
    404: { description: "No live recurring market has this name" },
    503: { description: "The API key cannot be checked, or the venue's list is not available" },
  },
  handle: Effect.fnUntraced(function* ({ query, nowMs }) {
    const reference = yield* readVenue2Slug(query.slug);
    const nowSec = UnixSec(Math.floor(nowMs / 1000));
    const { targets, isCached } = yield* activeOutcomeTargets({ reference, nowSec });
    const body = { ...venue2Body({ reference, nowMs }), ...yield* venue2Results(targets) };
    return { body, isCached };
  }),
});
