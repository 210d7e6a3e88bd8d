/**
 * The oracle's latest time-weighted average.
 *
 * @module
 */
import { Effect } from "effect";
import { Elysia } from "elysia";
import { TWAP_WINDOW_SEC_DEFAULT } from "../../../core/price/mod.ts";
import { LatestTwaps } from "../../../core/use_case/live/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { ASSET_DEFAULT } from "./wire_question.ts";
import { Twap, twapBody, TwapQuestion } from "./wire_twap.ts";

/** The routes. */
export function twap<Ports>(gate: Gate<Ports | LatestTwaps>) {
  return new Elysia({ name: "twap", prefix: "/api/v1", tags: ["Averages"] })
    .use(edge(gate, "plain"))
    .get("/twap/latest", ({ query, answer }) => answer(latest(query)), {
      access: "public",
      query: TwapQuestion,
      response: answers("plain", {
        200: Twap,
        502: "The provider failed, has no such feed, or has published nothing within 60 s",
      }),
      detail: {
        operationId: "getLatestTwap",
        summary: "The latest average",
        description: "The oracle's time-weighted average over 60 or 30 s as last published, " +
          "exact to the eighteenth decimal. The one over 60 s is the number that 5min, 15min and " +
          "4hour windows open at. 502 if nothing was published within 60 s, or if the oracle has " +
          "no feed with that look-back for the asset (today hype with 30).",
      },
    })
    .use(otherMethods);
}

const latest = Effect.fnUntraced(function* (question: typeof TwapQuestion.static) {
  const { asset = ASSET_DEFAULT, window: windowSec = TWAP_WINDOW_SEC_DEFAULT } = question;
  const { report, isCached } = yield* (yield* LatestTwaps).of({ asset, windowSec });
  return { body: twapBody({ asset, windowSec }, report), isCached };
});
