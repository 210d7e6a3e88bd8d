import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { TestClock } from "effect/testing";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";
import { type ProviderReport, ProviderWatch } from "../../../core/port/provider_watch.ts";

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

/** It knows `a` and `b`; `b` is not set up. */
const layer = layerProviderWatch({ providers: ["a", "b"], off: ["b"] });

describe("the watch over providers", () => {
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
      }).pipe(Effect.provide(layer), Effect.provide(TestClock.layer())),
    );

  test("reports every configured provider before any call", async () => {
    const nothing = { lastSuccessAtMs: null, errorRate: null };
    expect(await reportAt(0, [])).toEqual({ name: "a", state: "unknown", ...nothing });
    expect(await reportAt(0, [], "b")).toEqual({ name: "b", state: "off", ...nothing });
  });

  const mostlyWell = calls(100, true);
  test.each<[what: string, atMs: number, history: Calls, report: Partial<ProviderReport>]>([
    [
      "healthy while fewer than one call in twenty fails",
      4_000,
      [...calls(1, false), ...calls(20, true, { fromMs: 1_000 })],
      { state: "healthy", lastSuccessAtMs: 2_900, errorRate: 1 / 21 },
    ],
    [
      "degraded when one call in twenty fails",
      4_000,
      [...calls(1, false), ...calls(19, true, { fromMs: 1_000 })],
      { state: "degraded", errorRate: 0.05 },
    ],
    [
      "healthy after four failures in a row",
      30_000,
      [...mostlyWell, ...calls(4, false, { fromMs: 20_000 })],
      { state: "healthy" },
    ],
    [
      "down after five failures in a row",
      30_000,
      [...mostlyWell, ...calls(5, false, { fromMs: 20_000 })],
      { state: "down" },
    ],
    [
      "down when a minute of calls had no success",
      MINUTE_MS + 10_000,
      [...mostlyWell, [MINUTE_MS + 10_000, false]],
      { state: "down" },
    ],
    ["not down because of few calls", 4 * MINUTE_MS, calls(3, true), { state: "healthy" }],
    [
      "up again with the first success",
      10_000,
      [...calls(5, false), [10_000, true]],
      { state: "degraded", lastSuccessAtMs: 10_000 },
    ],
    [
      "what it was last after five silent minutes",
      10 * MINUTE_MS,
      calls(3, true),
      { name: "a", state: "healthy", lastSuccessAtMs: 200, errorRate: null },
    ],
  ])("is %s", async (_, atMs, history, report) => {
    expect(await reportAt(atMs, history)).toMatchObject(report);
  });

  test("drops failures after five minutes, plus or minus ten seconds", async () => {
    const history = [...calls(50, false), ...calls(50, true, { fromMs: MINUTE_MS })];
    expect((await reportAt(4 * MINUTE_MS, history)).errorRate).toBe(0.5);
    expect(await reportAt(5 * MINUTE_MS + 30_000, history)).toMatchObject({
      state: "healthy",
      errorRate: 0,
    });
  });
});
