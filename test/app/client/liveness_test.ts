import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { checkLiveness, type Liveness, received } from "../../../app/client/liveness.ts";
import { DEFAULT_TIMING } from "../../../app/client/timing.ts";

const START: Liveness = { receivedMs: 0, lastPingMs: 0, unansweredPingMs: undefined };

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
  let liveness = START;
  let nowMs = 0;
  for (;;) {
    const { action, liveness: next, nextMs } = checkLiveness(liveness, nowMs, DEFAULT_TIMING);
    if (action === "give_up") return { pings, gaveUpMs: nowMs };
    if (action === "ping") pings.push(nowMs);
    liveness = next;
    const checkMs = Math.max(nowMs + 1, nextMs + lateMs);
    while ((arrivals[0] ?? Infinity) <= checkMs) {
      liveness = received(liveness, arrivals.shift() ?? 0);
    }
    nowMs = checkMs;
    if (nowMs > endMs) return { pings, gaveUpMs: undefined };
  }
}

const HOUR_MS = 3_600_000;

describe("checkLiveness()", () => {
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
    const afterSleep = checkLiveness({ ...START, receivedMs: 1_000 }, HOUR_MS, DEFAULT_TIMING);
    expect(afterSleep.action).toBe("ping");
    expect(checkLiveness(afterSleep.liveness, HOUR_MS + 4_999, DEFAULT_TIMING).action).toBe(
      "nothing",
    );
    expect(checkLiveness(afterSleep.liveness, HOUR_MS + 5_000, DEFAULT_TIMING).action).toBe(
      "give_up",
    );
    const answered = received(afterSleep.liveness, HOUR_MS + 100);
    expect(checkLiveness(answered, HOUR_MS + 5_000, DEFAULT_TIMING).action).toBe("nothing");
  });
});
