/**
 * The exchange's newest trade.
 *
 * @module
 */
import { Effect } from "effect";
import { Elysia } from "elysia";
import { latestSpot, type LiveStream } from "../../../core/use_case/live/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { edge } from "../edge/edge.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { ASSET_DEFAULT } from "./wire_question.ts";
import { Spot, spotBody, SpotQuestion } from "./wire_spot.ts";

/** The routes. */
export function spot<Ports>(gate: Gate<Ports | LiveStream>) {
  return new Elysia({ name: "spot", prefix: "/api/v1", tags: ["Spot prices"] })
    .use(edge(gate, "coded"))
    .get("/spot", ({ query, call, answer }) => answer(newest(query, call)), {
      access: "public",
      query: SpotQuestion,
      response: answers("coded", {
        200: Spot,
        503: "No trade of the last 10 s is known; the error says how old the newest is",
      }),
      detail: {
        operationId: "getSpot",
        summary: "The exchange's newest trade",
        description: "The price of the newest trade of an asset at the exchange that decides " +
          "1hour and daily windows: on its spot market, or in futures where it trades the asset " +
          "only there. Never older than 10 s: then it is 503. The stream's channel `spot` " +
          "pushes it.",
      },
    })
    .use(otherMethods);
}

const newest = Effect.fnUntraced(
  function* ({ asset = ASSET_DEFAULT }: typeof SpotQuestion.static, { nowMs }: HandlerCall) {
    const trade = yield* latestSpot(asset);
    const body: typeof Spot.static = { now: isoNow(nowMs), asset, ...spotBody(trade) };
    return { body, isCached: true };
  },
);
