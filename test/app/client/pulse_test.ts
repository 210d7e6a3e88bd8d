import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { heard, look, type Pulse } from "../../../app/client/pulse.ts";
import { DEFAULT_TIMING } from "../../../app/client/timing.ts";

const START: Pulse = { heardMs: 0, pingedMs: 0, waitingMs: undefined };

/**
 * Looks whenever it is time, each time `lateMs` late; something comes when `isHeard` says so. Gives
 * the times of the pings, and when the connection was given up.
 */
function live(
  { lateMs, heardAt, endMs }: {
    readonly lateMs: number;
    readonly heardAt: ReadonlyArray<number>;
    readonly endMs: number;
  },
) {
  const arrivals = [...heardAt].sort((one, other) => one - other);
  const pings: Array<number> = [];
  let pulse = START;
  let nowMs = 0;
  for (;;) {
    const { todo, pulse: next, nextMs } = look(pulse, nowMs, DEFAULT_TIMING);
    if (todo === "give_up") return { pings, gaveUpMs: nowMs };
    if (todo === "ping") pings.push(nowMs);
    pulse = next;
    const lookMs = Math.max(nowMs + 1, nextMs + lateMs);
    while ((arrivals[0] ?? Infinity) <= lookMs) pulse = heard(pulse, arrivals.shift() ?? 0);
    nowMs = lookMs;
    if (nowMs > endMs) return { pings, gaveUpMs: undefined };
  }
}

const HOUR_MS = 3_600_000;

describe("look()", () => {
  test("pings every 15 s, however much comes", () => {
    const everySecond = Array.from({ length: 61 }, (_, index) => index * 1_000 + 500);
    const { pings, gaveUpMs } = live({ lateMs: 0, heardAt: everySecond, endMs: 60_000 });
    expect(pings).toEqual([15_000, 30_000, 45_000, 60_000]);
    expect(gaveUpMs).toBeUndefined();
  });

  test("gives up 20 s after the last thing that came", () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 14_000 })), (heardAt) => {
      const lastMs = Math.max(0, ...heardAt);
      const { gaveUpMs } = live({ lateMs: 0, heardAt, endMs: HOUR_MS });
      expect(gaveUpMs).toBe(Math.max(20_000, lastMs + 20_000));
    }));
  });

  test("never before, and never before a ping had its time", () => {
    fc.assert(
      fc.property(fc.nat({ max: 120_000 }), fc.array(fc.nat({ max: 100_000 })), (late, heardAt) => {
        const { pings, gaveUpMs } = live({ lateMs: late, heardAt, endMs: HOUR_MS });
        const lastMs = Math.max(0, ...heardAt.filter((ms) => ms <= (gaveUpMs ?? 0)));
        expect(gaveUpMs).toBeGreaterThanOrEqual(lastMs + 20_000);
        expect(pings.some((ms) => ms >= lastMs && ms <= (gaveUpMs ?? 0) - 5_000)).toBe(true);
      }),
    );
  });

  test("forgives a machine that slept through its timers", () => {
    const afterSleep = look({ ...START, heardMs: 1_000 }, HOUR_MS, DEFAULT_TIMING);
    expect(afterSleep.todo).toBe("ping");
    expect(look(afterSleep.pulse, HOUR_MS + 4_999, DEFAULT_TIMING).todo).toBe("nothing");
    expect(look(afterSleep.pulse, HOUR_MS + 5_000, DEFAULT_TIMING).todo).toBe("give_up");
    const answered = heard(afterSleep.pulse, HOUR_MS + 100);
    expect(look(answered, HOUR_MS + 5_000, DEFAULT_TIMING).todo).toBe("nothing");
  });
});
