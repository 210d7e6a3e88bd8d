/**
 * The recurring outcome markets of the secondary venue.
 *
 * @module
 */
import { Effect } from "effect";
import { Elysia } from "elysia";
import type { OutcomeMarketList } from "../../../core/port/outcome_market_list.ts";
import { secOf, toIso } from "../../../core/time/mod.ts";
import {
  activeOutcomeTargets,
  type OutcomeMarketCache,
  type OutcomeTarget,
  outcomeTargetsAt,
  tradeOriginOf,
  Venue2,
} from "../../../core/use_case/venue2/mod.ts";
import {
  parseTradeReference,
  TRADE_ORIGIN,
  type TradeReference,
} from "../../../core/venue2/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { otherMethods } from "../edge/other_methods.ts";
import {
  ActiveOutcomeTargets,
  ActiveQuestion,
  AtQuestion,
  outcomeTargetBody,
  OutcomeTargetsAt,
  SOURCE,
} from "./wire_outcome_target.ts";

const UNAVAILABLE = "The API key cannot be checked, or the venue's list is not available";

/** The routes. They need the venue's list and, for what is settled, the store. */
export function outcomeTargets<Ports>(gate: Gate<Ports | OutcomeMarketCache | OutcomeMarketList>) {
  return new Elysia({ name: "outcome_targets", prefix: "/api/v1", tags: ["Secondary venue"] })
    .use(edge(gate, "coded"))
    .get(
      "/venue2/targets/active",
      ({ query, call, answerHolder }) => answerHolder(() => active(query, call)),
      {
        access: "read",
        isCompressed: true,
        query: ActiveQuestion,
        response: answers("coded", {
          200: ActiveOutcomeTargets,
          404: "No live recurring market has this name",
          503: UNAVAILABLE,
        }),
        detail: {
          operationId: "listActiveOutcomeTargets",
          summary: "Live markets of the secondary venue",
          description: "Every recurring market that the venue lists and that has not expired. " +
            "Empty for some seconds after an expiry: a market is settled, and the next one " +
            "created, about 12 s later.",
        },
      },
    )
    .get(
      "/venue2/targets/timestamp",
      ({ query, call, answerHolder }) => answerHolder(() => at(query, call)),
      {
        access: "read",
        isCompressed: true,
        query: AtQuestion,
        response: answers("coded", {
          200: OutcomeTargetsAt,
          404: "No known recurring market has this name",
          503: UNAVAILABLE,
        }),
        detail: {
          operationId: "getOutcomeTargetAt",
          summary: "Markets of the secondary venue at an instant",
          description: "Every recurring market (will the price be at or above the target at " +
            "expiry?) whose window contains the instant, by expiry; if none does, the nearest " +
            "one. Settled markets that this service has recorded count like live ones.",
        },
      },
    )
    .use(otherMethods);
}

const active = Effect.fnUntraced(
  function* ({ slug }: typeof ActiveQuestion.static, { nowMs }: HandlerCall) {
    const reference = yield* referenceOf(slug);
    const found = yield* activeOutcomeTargets({ reference, nowSec: secOf(nowMs) });
    const results = yield* resultsOf(found.targets);
    return { body: { ...envelope(reference, nowMs), results }, isCached: found.isCached };
  },
);

const at = Effect.fnUntraced(
  function* ({ slug, timestamp }: typeof AtQuestion.static, { nowMs }: HandlerCall) {
    const reference = yield* referenceOf(slug);
    const atSec = timestamp?.atSec ?? secOf(nowMs);
    const { targets, isCached } = yield* outcomeTargetsAt({ reference, atSec });
    const body: typeof OutcomeTargetsAt.static = {
      ...envelope(reference, nowMs),
      requestedTimestamp: atSec,
      requestedTimestampIso: toIso(atSec),
      results: yield* resultsOf(targets),
    };
    return { body, isCached };
  },
);

/** Reads a name for the site of the network in use; null if none was sent. */
const referenceOf = Effect.fnUntraced(function* (slug: string | undefined) {
  if (slug === undefined) return null;
  const choice = yield* Venue2;
  return yield* Effect.fromResult(parseTradeReference(slug, {
    parameter: "slug",
    tradeOrigin: tradeOriginOf(choice),
    otherOrigin: TRADE_ORIGIN[choice.network],
  }));
});

function envelope(reference: TradeReference | null, nowMs: number) {
  return { now: isoNow(nowMs), slug: reference?.text ?? null, source: SOURCE } as const;
}

const resultsOf = Effect.fnUntraced(function* (targets: ReadonlyArray<OutcomeTarget>) {
  const tradeOrigin = tradeOriginOf(yield* Venue2);
  return targets.map((target) => outcomeTargetBody(target, tradeOrigin));
});
