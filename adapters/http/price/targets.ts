/**
 * The targets of windows: of those that are open, and of those at an instant.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { Elysia } from "elysia";
import { assetsWith, providerOf } from "../../../core/market/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import { targetAt, targetBatch, type TargetCache } from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { asItIs } from "../wire/answer.ts";
import { makeActiveTargets } from "./active_targets.ts";
import { foundPriceBody, priceBody, refusalOfAll } from "./price_body.ts";
import { envelopeBody } from "./price_envelope.ts";
import { placeBody } from "./window_body.ts";
import {
  ActiveQuestion,
  ActiveTargetsOfAssets,
  AtQuestion,
  BatchQuestion,
  TargetAt,
  TargetBatch,
} from "./wire_target.ts";

const NONE = "No target is available";

/** The routes. */
export function targets<Ports>(gate: Gate<Ports | TargetCache>) {
  const active = makeActiveTargets();
  return new Elysia({ name: "targets", prefix: "/api/v1", tags: ["Targets"] })
    .use(edge(gate, "plain"))
    .get("/targets/active", ({ query, call, answer }) => answer(active(query, call)), {
      access: "public",
      query: ActiveQuestion,
      response: answers("plain", { 200: ActiveTargetsOfAssets, 502: NONE }),
      detail: {
        operationId: "getActiveTargets",
        summary: "Targets of the open windows",
        description: "The target (opening) price of every interval's current window. One that is " +
          "not published yet, or whose provider fails, is `ok: false`; 502 only if all of them " +
          "are. Several assets are answered in `assets`, by asset.",
      },
    })
    .get("/targets/timestamp", ({ query, call, answer }) => answer(at(query, call)), {
      access: "public",
      query: AtQuestion,
      response: answers("plain", {
        200: TargetAt,
        502: "The provider failed, or has not published the price yet",
      }),
      detail: {
        operationId: "getTargetAt",
        summary: "The target at an instant",
        description: "The target (opening) price of the window that contains the instant. A " +
          "window that has not opened is 400; one that opened a moment ago may be 502 with " +
          "`Retry-After: 1`.",
      },
    })
    .get("/targets/timestamp/batch", ({ query, call, answer }) => answer(batch(query, call)), {
      access: "public",
      query: BatchQuestion,
      response: answers("plain", { 200: TargetBatch, 502: NONE }),
      detail: {
        operationId: "getTargetsAt",
        summary: "The targets of several assets at an instant",
        description:
          "Counts as one request. An asset without an available target is `ok: false`; " +
          "502 only if all of them are.",
      },
    })
    .use(otherMethods);
}

const at = Effect.fnUntraced(
  function* ({ asset, type, timestamp, evidence }: typeof AtQuestion.static, call: HandlerCall) {
    const withEvidence = evidence === true;
    const found = yield* targetAt({ asset, interval: type, at: timestamp, withEvidence });
    const body: typeof TargetAt.static = {
      ...envelopeBody({ asset, interval: type, nowMs: call.nowMs }),
      requestedTimestamp: timestamp.atSec,
      requestedTimestampIso: toIso(timestamp.atSec),
      ...placeBody(yield* Venue, asset, found.window),
      ...foundPriceBody(found.target),
      ...(withEvidence ? { evidence: asItIs(Option.getOrNull(found.evidence)) } : {}),
    };
    return { body, isCached: found.isCached };
  },
);

const batch = Effect.fnUntraced(
  function* (
    { type, assets = assetsWith(type), timestamp }: typeof BatchQuestion.static,
    { nowMs }: HandlerCall,
  ) {
    const asked = { assets, interval: type, at: timestamp };
    const venue = yield* Venue;
    const { window, targets, isCached } = yield* targetBatch(asked);
    const refusal = refusalOfAll(targets.map(({ result }) => Option.some(result)));
    if (refusal !== undefined) return yield* new Refused(refusal);
    const body: typeof TargetBatch.static = {
      now: isoNow(nowMs),
      marketType: type,
      provider: providerOf(type),
      requestedTimestamp: timestamp.atSec,
      requestedTimestampIso: toIso(timestamp.atSec),
      results: targets.map(({ asset, result }) => ({
        asset,
        ...placeBody(venue, asset, window),
        ...priceBody(type, Option.some(result)),
      })),
    };
    return { body, isCached };
  },
);
