/**
 * `GET /api/v1/fees/event/slug/{eventSlug}` and `/id/{eventId}`: the taker fee of an event.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { UnixSec } from "../../../core/time/mod.ts";
import { eventFee } from "../../../core/use_case/fee/mod.ts";
import { Venue } from "../../../core/use_case/price/mod.ts";
import type { EventReference } from "../../../core/venue/mod.ts";
import { readEventReference } from "./event_reference.ts";
import { isoNow } from "../edge/iso_now.ts";
import { VALUE_CHARS_MAX } from "../edge/query.ts";
import { declareRoute } from "../edge/route.ts";
import { EventWire, FEE_CONFIG_FIELDS, feeConfigBody } from "./wire_fee.ts";
import { IsoWire } from "../price/wire_target.ts";

const Body = Type.Object(
  { now: IsoWire, event: EventWire, ...FEE_CONFIG_FIELDS },
  { $id: "EventFee" },
);

const FACTS = {
  method: "GET",
  family: "plain",
  access: "public",
  tag: "Fees",
  description:
    "Applies the rules for the event's tags, which are matched by slug and label in any " +
    "case. If no rule matches, `hasTakerFees` is false, `type` null and the rate 0; the venue's " +
    "published fees are used only by the flat estimate.",
  responses: {
    200: {
      description: "The event and its fee",
      schema: Body,
      example: {
        now: "2026-03-12T09:21:00.000Z",
        event: {
          id: "260654",
          slug: "btc-updown-5m-1773307200",
          title: "Bitcoin Up or Down - March 12, 5:20AM-5:25AM ET",
        },
        hasTakerFees: true,
        type: "crypto",
        feeRate: 0.25,
        exponent: 2,
        makerRebate: "20%",
        matchedByTag: "5m",
      },
    },
    502: { description: "The venue lists no such event, or could not be reached" },
  },
} as const;

const answer = Effect.fnUntraced(function* (
  by: EventReference["by"],
  value: string,
  nowMs: number,
) {
  const reference = yield* Effect.fromResult(readEventReference({ by, value }, yield* Venue));
  const atSec = UnixSec(Math.floor(nowMs / 1000));
  const { event, config, isCached } = yield* eventFee({ reference, atSec });
  const { id, slug, title } = event;
  const now = isoNow(nowMs);
  return { body: { now, event: { id, slug, title }, ...feeConfigBody(config) }, isCached };
});

/** The routes. */
export const feesEventRoutes = [
  declareRoute({
    ...FACTS,
    path: "/api/v1/fees/event/slug/{eventSlug}",
    summary: "Taker fee of an event, by its slug",
    parameters: [{
      name: "eventSlug",
      in: "path",
      required: true,
      schema: Type.String({ minLength: 1, maxLength: VALUE_CHARS_MAX }),
      description: "The slug, in any case; or the address of the event's page, percent-encoded, " +
        "which is not fetched",
      example: "btc-updown-5m-1773307200",
    }],
    handle: ({ path, nowMs }) => answer("slug", path.eventSlug, nowMs),
  }),
  declareRoute({
    ...FACTS,
    path: "/api/v1/fees/event/id/{eventId}",
    summary: "Taker fee of an event, by its id",
    parameters: [{
      name: "eventId",
      in: "path",
      required: true,
      schema: Type.String({ minLength: 1, maxLength: 200 }),
      description: "The venue's id of the event",
      example: "260654",
      liveExample: "eventId",
    }],
    handle: ({ path, nowMs }) => answer("id", path.eventId, nowMs),
  }),
];
