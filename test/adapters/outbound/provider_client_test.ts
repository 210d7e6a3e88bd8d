import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import {
  CallProgress,
  makeProviderGet,
  makeStatusFailures,
} from "../../../adapters/outbound/mod.ts";
import { makeStillClock } from "../../simulator/kit/support.ts";
import { runStill } from "../../still_run.ts";

const START_MS = Date.parse("2026-11-20T12:00:00Z");
const { failureOf } = makeStatusFailures({
  provider: "lister",
  waitSecOf: new Map([[429, 5], [403, 60]]),
});

/** Asks a provider that answers with these statuses in turn, the last one for ever. */
async function ask(
  statuses: ReadonlyArray<number>,
  { headers = {}, questions = 1, isAwaited = true }: {
    readonly headers?: Record<string, string>;
    readonly questions?: number;
    readonly isAwaited?: boolean;
  } = {},
) {
  let asked = 0;
  const server = Bun.serve({
    port: 0,
    fetch: () => {
      const status = statuses[Math.min(asked++, statuses.length - 1)] ?? 200;
      return new Response(`answer ${asked}`, { status, ...(status === 429 ? { headers } : {}) });
    },
  });
  const clock = makeStillClock(START_MS);
  const program = Effect.gen(function* () {
    const get = yield* makeProviderGet({
      provider: "lister",
      hosts: `http://127.0.0.1:${server.port}`,
      timeoutMs: 2_000,
      limits: { pace: { calls: 4, perMs: 1_000 }, pause: { secMax: 20, isAwaited } },
      retries: { max: 2, firstMs: 200 },
      failureOf,
    });
    return yield* Effect.forEach(
      Array.from({ length: questions }),
      () => Effect.result(get({ path: "/" })),
    );
  });
  const steps: Array<string> = [];
  const told = Effect.provideService(program, CallProgress, (step) => void steps.push(step));
  const results = await runStill(clock, told);
  await server.stop(true);
  const words = results.map((result) =>
    Result.isSuccess(result) ? result.success.text : result.failure.reason
  );
  return { words, asked, steps, tookMs: clock.nowMs() - START_MS };
}

describe("makeProviderGet()", () => {
  test("asks again where a provider is in trouble, and no further than it may", async () => {
    expect(await ask([500, 502, 200])).toMatchObject({ words: ["answer 3"], asked: 3 });
    expect(await ask([500])).toMatchObject({ words: ["unreachable"], asked: 3 });
  });

  test("tells where each attempt is", async () => {
    expect((await ask([500, 200])).steps).toEqual([
      ...["queued", "sent", "answered"],
      ...["queued", "sent", "answered"],
    ]);
    // The failure of a connection, as redirects are.
    expect((await ask([301, 200])).steps.slice(0, 3)).toEqual(["queued", "sent", "lost"]);
    // A call that its limits refuse is not sent.
    const { steps } = await ask([429], { questions: 2, isAwaited: false });
    expect(steps).toEqual(["queued", "sent", "answered", "queued"]);
  });

  test.each([
    ["as long as the provider asks for", "7", ["answer 2"], 2, 7_000],
    ["as long as its status says", undefined, ["answer 2"], 2, 5_000],
    ["not at all where the pause is too long", "21", ["limited"], 1, 0],
  ])("waits %s", async (_, after, words, asked, tookMs) => {
    const headers = after === undefined ? {} : { "retry-after": after };
    const told = await ask([429, 200], { headers });
    expect({ words: told.words, asked: told.asked }).toEqual({ words, asked });
    expect(told.tookMs).toBeWithin(tookMs, tookMs + 1_000);
  });

  test("asks nothing during a pause that is not awaited", async () => {
    const { words, asked, tookMs } = await ask([429, 200], { questions: 3, isAwaited: false });
    expect({ words, asked, tookMs }).toEqual({
      words: Array(3).fill("limited"),
      asked: 1,
      tookMs: 0,
    });
  });

  test.each([[403, "limited"], [404, "refused"], [301, "unreachable"], [204, "unreadable"]])(
    "tells at once that it is answered %d",
    async (status, word) => {
      const { words, asked } = await ask([status]);
      expect(words).toEqual([word]);
      // A redirect is a failure of the call, and may be one of the network.
      expect(asked).toBe(status === 301 ? 3 : 1);
    },
  );

  test("keeps the pace", async () => {
    const { asked, tookMs } = await ask([200], { questions: 9 });
    expect(asked).toBe(9);
    expect(tookMs).toBeGreaterThanOrEqual(2_000);
    expect(tookMs).toBeLessThan(3_000);
  });
});
