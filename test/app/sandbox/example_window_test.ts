import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { exampleSlug } from "../../../app/sandbox/example_window.ts";
import { makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import {
  INTERVALS,
  PROFILE_BY_NAME,
  VENUE_PROFILES,
  windowContaining,
} from "../../../core/market/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";

const ENOUGH_MS = 600_000;

test("examples have a window that is open, for ten minutes of the machine if any is", () => {
  fc.assert(fc.property(
    fc.constantFrom(...VENUE_PROFILES),
    fc.constantFrom(1, 60, 10_000),
    fc.integer({ min: Date.UTC(2026, 8, 1), max: Date.UTC(2027, 0, 1) }),
    (name, speed, startMs) => {
      const { calendar, slugOf } = PROFILE_BY_NAME[name];
      const { realMs } = makeSandboxClock({ speed });
      const slug = exampleSlug(PROFILE_BY_NAME[name], { nowMs: () => startMs, realMs });
      const open = INTERVALS.map((interval) =>
        windowContaining(calendar, interval, UnixSec(Math.floor(startMs / 1_000)))
      ).map((window) => ({
        slug: slugOf("btc", window),
        restMs: realMs(window.endSec * 1_000 - startMs),
      }));
      const longest = Math.max(...open.map(({ restMs }) => restMs));
      const found = open.find((window) => window.slug === slug);
      expect(found?.restMs).toBeGreaterThanOrEqual(Math.min(longest, ENOUGH_MS));
    },
  ));
});
