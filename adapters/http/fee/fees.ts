/**
 * The taker fee of an event, and what a trade in it costs.
 *
 * ```ts
 * new Elysia().use(fees(gate)).listen(3000);
 * ```
 *
 * @module
 */
import { Effect, Option } from "effect";
import { Elysia } from "elysia";
import { tradeOf, tradeOfAmounts } from "../../../core/fee/mod.ts";
import type { EventCatalog } from "../../../core/port/event_catalog.ts";
import { secOf } from "../../../core/time/mod.ts";
import { eventFee, flatFeeEstimate, legacyFeeEstimate } from "../../../core/use_case/fee/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import type { EventReference } from "../../../core/venue/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { readEventSlug } from "../wire/venue_name.ts";
import { BY_ID, BY_SLUG, FLAT_ESTIMATE, LEGACY_ESTIMATE } from "./fee_document.ts";
import {
  ById,
  BySlug,
  EventFee,
  FlatFeeEstimate,
  FlatTrade,
  LegacyFeeEstimate,
  LegacyTrade,
} from "./wire_fee.ts";
import { eventFeeBody, flatEstimateBody, legacyEstimateBody } from "./write_fee.ts";

const NO_EVENT = "The venue lists no such event, or could not be reached";
const NO_FORMULA = "The venue lists no such event, could not be reached, or publishes a schedule " +
  "that the formula does not describe";

/** The routes. They need the primary venue's catalog. */
export function fees<Ports>(gate: Gate<Ports | EventCatalog>) {
  return new Elysia({ name: "fees", prefix: "/api/v1", tags: ["Fees"] })
    .use(edge(gate, "plain"))
    .get("/fees/event/slug/:eventSlug", ({ params, call, answer }) => answer(feeOf(params, call)), {
      access: "public",
      params: BySlug,
      response: answers("plain", { 200: EventFee, 502: NO_EVENT }),
      detail: BY_SLUG,
    })
    .get("/fees/event/id/:eventId", ({ params, call, answer }) => answer(feeOf(params, call)), {
      access: "public",
      params: ById,
      response: answers("plain", { 200: EventFee, 502: NO_EVENT }),
      detail: BY_ID,
    })
    .post("/fees/trade-estimate", ({ body, call, answer }) => answer(legacyEstimate(body, call)), {
      access: "public",
      tellsCache: true,
      body: LegacyTrade,
      response: answers("plain", { 200: LegacyFeeEstimate, 502: NO_EVENT }),
      detail: LEGACY_ESTIMATE,
    })
    .post(
      "/new_fees/trade-estimate",
      ({ body, call, answer }) => answer(flatEstimate(body, call)),
      {
        access: "public",
        tellsCache: true,
        body: FlatTrade,
        response: answers("plain", { 200: FlatFeeEstimate, 502: NO_FORMULA }),
        detail: FLAT_ESTIMATE,
      },
    )
    .use(otherMethods);
}

/** An event by its id, or by its slug or page. */
interface NamedEvent {
  readonly eventSlug?: string | undefined;
  readonly eventId?: string | undefined;
}

const referenceOf = Effect.fnUntraced(function* ({ eventSlug = "", eventId }: NamedEvent) {
  const reference: EventReference = eventId === undefined
    ? { by: "slug", slug: yield* Effect.fromResult(readEventSlug(eventSlug, yield* Venue)) }
    : { by: "id", id: eventId };
  return reference;
});

const feeOf = Effect.fnUntraced(function* (named: NamedEvent, { nowMs }: HandlerCall) {
  const found = yield* eventFee({ reference: yield* referenceOf(named), atSec: secOf(nowMs) });
  return { body: eventFeeBody(found, nowMs), isCached: found.isCached };
});

const legacyEstimate = Effect.fnUntraced(
  function* (sent: typeof LegacyTrade.static, { nowMs }: HandlerCall) {
    const { side, makingAmount: making, takingAmount: taking } = sent;
    const reference = yield* referenceOf(sent);
    const trade = yield* Effect.fromResult(tradeOf(side, { making, taking }));
    const found = yield* legacyFeeEstimate({ reference, atSec: secOf(nowMs) }, trade);
    return { body: legacyEstimateBody(trade, found, nowMs), isCached: found.isCached };
  },
);

const flatEstimate = Effect.fnUntraced(
  function* (sent: typeof FlatTrade.static, { nowMs }: HandlerCall) {
    const { side, makingAmount: making, takingAmount: taking } = sent;
    const reference = yield* referenceOf(sent);
    const stated = Option.fromNullishOr(side);
    const trade = yield* Effect.fromResult(tradeOfAmounts({ making, taking }, stated));
    const found = yield* flatFeeEstimate({ reference, atSec: secOf(nowMs) }, trade);
    return { body: flatEstimateBody(trade, found, nowMs), isCached: found.isCached };
  },
);
