/**
 * `GET /api/v1/venue2/targets/timestamp`: the secondary venue's markets at an instant.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { toIso, UnixSec } from "../../../core/time/mod.ts";
import { outcomeTargetsAt } from "../../../core/use_case/venue2/mod.ts";
import { TIMESTAMP_PARAMETER } from "../price/price_parameters.ts";
import { readInstant } from "../price/price_request.ts";
import { declareKeyedRoute } from "../edge/route.ts";
import { VENUE2_FIELDS, VENUE2_RESULTS, venue2Body, venue2Results } from "./venue2_envelope.ts";
import { readVenue2Slug, VENUE2_SLUG_PARAMETER } from "./venue2_slug.ts";
import { OUTCOME_TARGET_EXAMPLE } from "./wire_outcome_target.ts";
import { IsoWire } from "../price/wire_target.ts";

const Body = Type.Object({
  ...VENUE2_FIELDS,
  requestedTimestamp: Type.Integer({ description: "The requested instant, unix seconds" }),
  requestedTimestampIso: IsoWire,
  ...VENUE2_RESULTS,
}, { $id: "OutcomeTargetsAt" });

/** The route. */
export const venue2TimestampRoute = declareKeyedRoute({
  method: "GET",
  path: "/api/v1/venue2/targets/timestamp",
  access: "read",
  isCompressed: true,
  family: "coded",
  tag: "Secondary venue",
  summary: "Markets of the secondary venue at an instant",
  description: "Every recurring market (will the price be at or above the target at expiry?) " +
    "whose window contains the instant, by expiry; if none does, the nearest one. " +
    "Settled markets that this service has recorded count like live ones.",
  parameters: [VENUE2_SLUG_PARAMETER, {
    ...TIMESTAMP_PARAMETER,
    required: false,
    description: "The instant; default: now",
  }],
  responses: {
    200: {
      description: "The markets; empty only if this service has never recorded one",
      schema: Body,
      example: {
        now: "2026-05-02T12:00:00.250Z",
        slug: "btc-above-78213-yes-may-03-0600",
        source: "hyperliquid",
        requestedTimestamp: 1_777_723_200,
        requestedTimestampIso: "2026-05-02T12:00:00.000Z",
        results: [OUTCOME_TARGET_EXAMPLE],
      },
    },
    404: { description: "No known recurring market has this name" },
    503: { description: "The API key cannot be checked, or the venue's list is not available" },
  },
  handle: Effect.fnUntraced(function* ({ query, nowMs }) {
    const reference = yield* readVenue2Slug(query.slug);
    const atSec = query.timestamp === undefined
      ? UnixSec(Math.floor(nowMs / 1000))
      : (yield* Effect.fromResult(readInstant(query.timestamp, "timestamp", nowMs))).atSec;
    const { targets, isCached } = yield* outcomeTargetsAt({ reference, atSec });
    return {
      body: {
        ...venue2Body({ reference, nowMs }),
        requestedTimestamp: atSec,
        requestedTimestampIso: toIso(atSec),
        ...yield* venue2Results(targets),
      },
      isCached,
    };
  }),
});
