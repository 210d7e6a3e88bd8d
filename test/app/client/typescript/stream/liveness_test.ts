import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { watchLiveness } from "../../../../../app/client/typescript/stream/liveness.ts";
import { DEFAULT_TIMING } from "../../../../../app/client/typescript/stream/timing.ts";

/**
 * Checks whenever a check is due, each time `lateMs` late; something is received at the times
 * `receivedAt`. Returns the times of the pings, and when the connection was given up.
 */
function live(
  { lateMs, receivedAt, endMs }: {
    readonly lateMs: number;
    readonly receivedAt: ReadonlyArray<number>;
    readonly endMs: number;
  },
) {
  const arrivals = [...receivedAt].sort((one, other) => one - other);
  const pings: Array<number> = [];
  let nowMs = 0;
  const ping = () => void pings.push(nowMs);
  const liveness = watchLiveness(DEFAULT_TIMING, { openedMs: 0, ping });
  for (;;) {
    const waitMs = liveness.check(nowMs);
    if (waitMs === 0) return { pings, gaveUpMs: nowMs };
    const checkMs = nowMs + waitMs + lateMs;
    while ((arrivals[0] ?? Infinity) <= checkMs) liveness.received(arrivals.shift() ?? 0);
    nowMs = checkMs;
    if (nowMs > endMs) return { pings, gaveUpMs: undefined };
  }
}

const HOUR_MS = 3_600_000;

describe("watchLiveness()", () => {
  test("pings every 15 s, however much is received", () => {
    const everySecond = Array.from({ length: 61 }, (_, index) => index * 1_000 + 500);
    const { pings, gaveUpMs } = live({ lateMs: 0, receivedAt: everySecond, endMs: 60_000 });
    expect(pings).toEqual([15_000, 30_000, 45_000, 60_000]);
    expect(gaveUpMs).toBeUndefined();
  });

  test("gives up 20 s after something was last received", () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 14_000 })), (receivedAt) => {
      const lastMs = Math.max(0, ...receivedAt);
      const { gaveUpMs } = live({ lateMs: 0, receivedAt, endMs: HOUR_MS });
      expect(gaveUpMs).toBe(Math.max(20_000, lastMs + 20_000));
    }));
  });

  test("never gives up earlier, nor before a ping had time for its answer", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 120_000 }),
        fc.array(fc.nat({ max: 100_000 })),
        (late, receivedAt) => {
          const { pings, gaveUpMs } = live({ lateMs: late, receivedAt, endMs: HOUR_MS });
          const lastMs = Math.max(0, ...receivedAt.filter((ms) => ms <= (gaveUpMs ?? 0)));
          expect(gaveUpMs).toBeGreaterThanOrEqual(lastMs + 20_000);
          expect(pings.some((ms) => ms >= lastMs && ms <= (gaveUpMs ?? 0) - 5_000)).toBe(true);
        },
      ),
    );
  });

  test("tolerates a machine that slept through its timers", () => {
    const asleep = () => {
      let pings = 0;
      const liveness = watchLiveness(DEFAULT_TIMING, { openedMs: 0, ping: () => void pings++ });
      liveness.received(1_000);
      expect(liveness.check(HOUR_MS)).toBe(5_000);
      expect(pings).toBe(1);
      return liveness;
    };
    const silent = asleep();
    expect(silent.check(HOUR_MS + 4_999)).toBe(1);
    expect(silent.check(HOUR_MS + 5_000)).toBe(0);
    const answered = asleep();
    answered.received(HOUR_MS + 100);
    expect(answered.check(HOUR_MS + 5_000)).toBe(10_000);
  });
});
