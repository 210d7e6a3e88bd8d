import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeGammaQuestion } from "../../../../adapters/polymarket/gamma/question.ts";
import { ms } from "../../../simulator/kit/support.ts";
import { runAt } from "../run_at.ts";
import { type Written, writtenEvent, writtenMarket } from "./gamma_sample.ts";
import { makeGamma } from "./gamma_world.ts";

const NOW = "2026-11-20T12:33:20Z";
const SLUG = `btc-updown-5m-${ms("2026-11-20T12:30:00Z") / 1000}`;

/** Asks a service that lists the world's events, and one more. */
function ask(put?: Written, nowIso = NOW) {
  return runAt(nowIso, (clock) =>
    Effect.gen(function* () {
      const gamma = yield* makeGamma(clock);
      if (put !== undefined) yield* gamma.put(put);
      const question = yield* makeGammaQuestion({ gammaUrl: gamma.url });
      return yield* Effect.result(question.ask);
    }));
}

describe("the probe's question to the metadata service", () => {
  test("reports the tags of the current window, and its fee", async () => {
    const text = Result.getOrThrow(await ask());
    expect(text).toContain("Up or Down; fee rate 0.07, tick 0.0");
    expect(text).toMatch(/\b5M\b.*bitcoin/);
  });

  test.each<[string, Written]>([
    ["has no tags", { tags: [] }],
    ["has no market", { markets: [] }],
    ["has an unreadable market", {
      markets: [writtenMarket(1), writtenMarket(2, { feeSchedule: {} })],
    }],
    ["has 1 outcomes", { markets: [writtenMarket(1, { outcomes: '["Up"]', clobTokenIds: "[]" })] }],
    ["has no tokens", { markets: [writtenMarket(1, { clobTokenIds: "[]" })] }],
    ["has no fee schedule", { markets: [writtenMarket(1, { feeSchedule: null })] }],
  ])("fails on an event that %s", async (lack, changes) => {
    expect(await ask(writtenEvent({ slug: SLUG, ...changes }))).toMatchObject({
      failure: { reason: "unreadable", cause: new Error(`${SLUG} ${lack}`) },
    });
  });

  test("fails on a venue that calls its windows something else", async () => {
    // Long before the simulated venue began there is nothing under the name that is asked for.
    const result = await ask(undefined, "2020-01-01T00:00:00Z");
    expect(result).toMatchObject({ failure: { reason: "unreadable" } });
  });
});
