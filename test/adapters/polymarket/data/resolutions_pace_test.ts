/** What the adapter remembers, and how often it asks. @module */
import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { conditionOf } from "../../../condition.ts";
import { CONDITION, withData } from "./data_world.ts";

const WANTED = `the resolution of condition ${CONDITION}`;
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

describe("polymarket resolutions, asked again", () => {
  test("never asks again for what is resolved", async () => {
    const [result, asked] = await withData(({ ask, asked, advance }) =>
      Effect.gen(function* () {
        yield* ask();
        advance(400 * 86_400_000);
        return [yield* ask(), asked] as const;
      })
    );
    expect(result).toMatchObject({ success: { isCached: true } });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["open", [{ status: "active", market_type: "BINARY" }]],
    ["unknown", []],
  ])("asks again after 5 s for what is %s", async (_, data) => {
    const seen = await withData(({ ask, advance, trouble }) =>
      Effect.gen(function* () {
        trouble(() => json({ data }));
        const first = yield* ask();
        advance(4_999);
        const soon = yield* ask();
        trouble(undefined);
        advance(1);
        return [first, soon, yield* ask()];
      })
    );
    expect(seen).toMatchObject([
      { success: { isCached: false } },
      { success: { isCached: true } },
      { success: { isCached: false, value: { value: { status: "resolved" } } } },
    ]);
  });

  test("asks once for what many want at once, and keeps no failure", async () => {
    const [results, later, asked] = await withData(({ ask, asked, trouble }) =>
      Effect.gen(function* () {
        trouble((call) => call > 1 ? undefined : json({}, 400));
        const all = yield* Effect.all(Array.from({ length: 9 }, () => ask()), {
          concurrency: "unbounded",
        });
        return [all, yield* ask(), asked] as const;
      })
    );
    expect(results.map(({ _tag }) => _tag)).toEqual(Array.from({ length: 9 }, () => "Failure"));
    expect(later).toMatchObject({ success: { isCached: false } });
    expect(asked).toHaveLength(2);
  });

  test("sends no request during a Retry-After, and requests again after a minute", async () => {
    const seen = await withData(({ ask, asked, advance, trouble }) =>
      Effect.gen(function* () {
        trouble((call) => call > 1 ? undefined : json({}, 429, { "retry-after": "86400" }));
        yield* ask();
        advance(45_000);
        const waiting = yield* ask();
        const callsWhileWaiting = asked.length;
        advance(15_000);
        return { waiting, callsWhileWaiting, after: yield* ask() };
      })
    );
    expect(seen.waiting).toMatchObject({
      failure: { reason: "limited", retryAfterSec: 15, wanted: WANTED },
    });
    expect(seen.callsWhileWaiting).toBe(1);
    expect(seen.after).toMatchObject({ success: { isCached: false } });
  });

  test("begins ten calls in any second, and no more", async () => {
    const beganMs: Array<number> = [];
    await withData(({ ask, trouble, nowMs }) => {
      trouble(() => void beganMs.push(nowMs()));
      return Effect.forEach(
        Array.from({ length: 35 }, (_, at) => conditionOf(at + 1)),
        (id) => ask(id),
      );
    });
    expect(beganMs).toHaveLength(35);
    for (const [at, began] of beganMs.slice(10).entries()) {
      expect(began - (beganMs[at] ?? NaN)).toBeGreaterThanOrEqual(1_000);
    }
  });

  test("refuses a request that would wait behind too many others", async () => {
    const gate = Promise.withResolvers<undefined>();
    const failures: Array<unknown> = [];
    const results = await withData(({ port, trouble }) => {
      trouble(() => gate.promise);
      const ask = (number: number) =>
        port.of(conditionOf(number)).pipe(
          Effect.tapError((failure) =>
            Effect.sync(() => {
              failures.push(failure);
              if (failures.length === 10) gate.resolve(undefined);
            })
          ),
          Effect.option,
        );
      return Effect.all(Array.from({ length: 70 }, (_, at) => ask(at + 1)), {
        concurrency: "unbounded",
      });
    });
    expect(results.filter(Option.isSome)).toHaveLength(60);
    expect(failures).toHaveLength(10);
    for (const failure of failures) {
      expect(failure).toMatchObject({ reason: "limited", retryAfterSec: 1 });
    }
  });
});
