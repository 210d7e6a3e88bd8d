/**
 * The contract that every adapter of the `ProviderWatch` port must meet.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, type Layer } from "effect";
import { TestClock } from "effect/testing";
import { type ProviderReport, ProviderWatch } from "../../core/port/mod.ts";

/** The world of a contract test. The layer knows `a` and `b`; `b` is not set up. */
export interface ProviderWatchWorld {
  readonly name: string;
  readonly layer: Layer.Layer<ProviderWatch, unknown>;
}

const MINUTE_MS = 60_000;
/** Calls of `a`: the millisecond of the test, and the result of each. */
type Calls = ReadonlyArray<readonly [atMs: number, ok: boolean]>;

/** Returns calls with the same result, one every `everyMs`. */
function calls(
  count: number,
  ok: boolean,
  { fromMs = 0, everyMs = 100 }: { readonly fromMs?: number; readonly everyMs?: number } = {},
): Calls {
  return Array.from({ length: count }, (_, index) => [fromMs + index * everyMs, ok] as const);
}

/** Declares the contract's tests for one adapter. */
export function providerWatchContract(world: ProviderWatchWorld): void {
  describe(`ProviderWatch contract: ${world.name}`, () => {
    /** Records the calls when they are due, and reads the report at `askedAtMs`. */
    const reportAt = (askedAtMs: number, history: Calls, name = "a"): Promise<ProviderReport> =>
      Effect.runPromise(
        Effect.gen(function* () {
          const watch = yield* ProviderWatch;
          for (const [atMs, ok] of history) {
            yield* TestClock.setTime(atMs);
            yield* watch.record({ provider: "a", ok, atMs, tookMs: 5 });
          }
          yield* TestClock.setTime(askedAtMs);
          const found = (yield* watch.reports).filter((report) => report.name === name);
          expect(found.length).toBe(1);
          return found[0] as ProviderReport;
        }).pipe(Effect.provide(world.layer), Effect.provide(TestClock.layer())),
      );

    test("reports every configured provider before any call", async () => {
      const nothing = { lastSuccessAtMs: null, errorRate: null };
      expect(await reportAt(0, [])).toEqual({ name: "a", state: "unknown", ...nothing });
      expect(await reportAt(0, [], "b")).toEqual({ name: "b", state: "off", ...nothing });
    });

    test("is healthy while fewer than one call in twenty fails", async () => {
      const history = [...calls(1, false), ...calls(20, true, { fromMs: 1_000 })];
      expect(await reportAt(4_000, history)).toEqual({
        name: "a",
        state: "healthy",
        lastSuccessAtMs: 2_900,
        errorRate: 1 / 21,
      });
    });

    test("is degraded when one call in twenty fails", async () => {
      const history = [...calls(1, false), ...calls(19, true, { fromMs: 1_000 })];
      expect(await reportAt(4_000, history)).toMatchObject({ state: "degraded", errorRate: 0.05 });
    });

    test("is down after five failures in a row, not after four", async () => {
      const history = calls(100, true);
      const four = [...history, ...calls(4, false, { fromMs: 20_000 })];
      const five = [...history, ...calls(5, false, { fromMs: 20_000 })];
      expect((await reportAt(30_000, four)).state).toBe("healthy");
      expect((await reportAt(30_000, five)).state).toBe("down");
    });

    test("is down when a minute of calls had no success", async () => {
      const history = [...calls(100, true), [MINUTE_MS + 10_000, false] as const];
      expect((await reportAt(MINUTE_MS + 10_000, history)).state).toBe("down");
    });

    test("is not down because of few calls", async () => {
      expect((await reportAt(4 * MINUTE_MS, calls(3, true))).state).toBe("healthy");
    });

    test("is up again with the first success", async () => {
      const history = [...calls(5, false), [10_000, true] as const];
      expect(await reportAt(10_000, history)).toMatchObject({
        state: "degraded",
        lastSuccessAtMs: 10_000,
      });
    });

    test("drops failures after five minutes, plus or minus ten seconds", async () => {
      const history = [...calls(50, false), ...calls(50, true, { fromMs: MINUTE_MS })];
      expect((await reportAt(4 * MINUTE_MS, history)).errorRate).toBe(0.5);
      expect(await reportAt(5 * MINUTE_MS + 30_000, history)).toMatchObject({
        state: "healthy",
        errorRate: 0,
      });
    });

    test("keeps its last state after five silent minutes", async () => {
      expect(await reportAt(10 * MINUTE_MS, calls(3, true))).toEqual({
        name: "a",
        state: "healthy",
        lastSuccessAtMs: 200,
        errorRate: null,
      });
    });
  });
}
