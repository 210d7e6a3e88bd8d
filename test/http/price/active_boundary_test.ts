import { expect, test } from "bun:test";
import { Effect, Layer, Result } from "effect";
import type { EncodedBody } from "../../../adapters/http/edge/answer/answer.ts";
import type { HandlerCall } from "../../../adapters/http/edge/gate.ts";
import { makeActiveTargets } from "../../../adapters/http/price/active_targets.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import { publishedTarget } from "../../../core/price/mod.ts";
import { TargetCache } from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { layerStillClock, makeStillClock } from "../../simulator/kit/support.ts";

const OPEN_MS = Date.parse("2026-11-20T12:35:00Z");

test("an answer about open windows, new or remembered, is of no earlier time", async () => {
  const target = publishedTarget({ source: "venue_site", priceE18: 1n, receivedAtMs: OPEN_MS });
  const askAll = (questions: ReadonlyArray<unknown>) =>
    Effect.succeed({ results: questions.map(() => Result.succeed(target)), isCached: false });
  const venue = {
    profile: PROFILE_BY_NAME.spec,
    eventBaseUrl: "https://venue.example/event",
    rangePointsMax: 1,
  };
  const world = Layer.mergeAll(
    Layer.succeed(TargetCache, { ask: askAll } as unknown as TargetCache["Service"]),
    Layer.succeed(Venue, venue),
    layerStillClock(makeStillClock(OPEN_MS)),
  );
  const ask = makeActiveTargets();
  // The question came before the windows opened, and is answered after.
  const call = { nowMs: OPEN_MS - 1 } as HandlerCall;
  const answered = async () => {
    const answer = ask({ asset: ["btc"] }, call);
    const { body, isCached } = Effect.isEffect(answer)
      ? await Effect.runPromise(Effect.provide(answer, world))
      : answer;
    return [isCached, JSON.parse(await (body as unknown as EncodedBody).text()).now];
  };
  expect([await answered(), await answered()])
    .toEqual([[false, "2026-11-20T12:35:00.000Z"], [true, "2026-11-20T12:35:00.000Z"]]);
});
