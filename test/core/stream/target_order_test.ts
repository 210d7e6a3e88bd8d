import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { windowAfter, windowContaining } from "../../../core/market/mod.ts";
import { REPLAY_MAX, windowBefore, windowsAfter } from "../../../core/stream/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { interval, profile } from "../../arbitrary.ts";

/** From 2010 on, so that a window before every instant is one a caller may name. */
const instant = fc.integer({ min: 1_262_304_000, max: 2_145_916_799 });
const spanSec = fc.oneof(fc.nat(2_000_000), fc.nat(60_000_000), fc.integer({ min: -9, max: 9 }));

describe("windowsAfter()", () => {
  test("returns every window after one instant and up to another: skipped or to publish", () =>
    fc.assert(
      fc.property(profile, interval, instant, spanSec, ({ calendar }, interval, at, span) => {
        const [afterSec, lastSec] = [at, Math.max(0, at + span)];
        const { windows, skipped } = windowsAfter(calendar, interval, { afterSec, lastSec });
        expect(windows.length).toBeLessThanOrEqual(REPLAY_MAX);
        const [first] = windows;
        const last = windows.at(-1);
        if (first === undefined || last === undefined) {
          expect(skipped).toBeUndefined();
          const open = windowContaining(calendar, interval, UnixSec(lastSec));
          expect(lastSec <= afterSec || open.startSec <= afterSec).toBe(true);
          return;
        }
        // The youngest is the one that was open then, and each follows the one before.
        expect(last).toEqual(windowContaining(calendar, interval, UnixSec(lastSec)));
        for (const [index, window] of windows.slice(1).entries()) {
          expect(windowAfter(calendar, windows[index] ?? window)).toEqual(window);
        }
        const oldestSec = skipped?.fromSeq ?? first.startSec;
        expect(oldestSec).toBeGreaterThan(afterSec);
        const before = windowBefore(
          calendar,
          windowContaining(calendar, interval, UnixSec(oldestSec)),
        );
        expect(before.startSec).toBeLessThanOrEqual(afterSec);
        if (skipped === undefined) return;
        expect(windows.length).toBe(REPLAY_MAX);
        expect(windowBefore(calendar, first).startSec).toBe(UnixSec(skipped.toSeq));
        expect(skipped.toSeq).toBeGreaterThanOrEqual(skipped.fromSeq);
      }),
    ));
});
