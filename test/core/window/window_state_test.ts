import { describe, expect, test } from "bun:test";
import { BigDecimal } from "effect";
import fc from "fast-check";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import { targetRule } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import {
  composeWindow,
  PRICE_AGE_MS_MAX,
  settlingSource,
  type WindowParts,
} from "../../../core/window/mod.ts";
import { asset, interval, profile, unixSec } from "../../arbitrary.ts";

const NOW_SEC = 1_793_880_000;

const priceE18 = fc.bigInt({ min: 1n, max: 10n ** 24n });
const aroundNowMs = fc.integer({ min: -20_000, max: 2_000 }).map((ms) => NOW_SEC * 1000 + ms);
const number = fc.record({ priceE18, source: fc.constant("oracle_twap"), atMs: aroundNowMs });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** A window that is open now, was open, or is still to open. */
const window = fc.tuple(interval, fc.integer({ min: -3, max: 3 })).map(([interval, at]) => {
  const { calendar } = PROFILE_BY_NAME.spec;
  const open = windowContaining(calendar, interval, UnixSec(NOW_SEC));
  const lengthSec = open.endSec - open.startSec;
  return windowContaining(calendar, interval, UnixSec(open.startSec + at * lengthSec));
});

const parts: fc.Arbitrary<WindowParts> = fc.record({
  asset,
  window,
  nowMs: fc.integer({ min: 0, max: 999 }).map((ms) => NOW_SEC * 1000 + ms),
  target: orNull(
    fc.record({
      priceE18,
      source: fc.constant("oracle_twap" as const),
      atMs: orNull(aroundNowMs),
      isProvisional: fc.boolean(),
    }),
  ),
  price: orNull(number),
  market: fc.constant(null),
  quoteOf: fc.constant(() => null),
  close: orNull(number),
  outcome: orNull(fc.constantFrom("up", "down", "tie")),
  resolution: orNull(
    fc.record({ outcome: fc.constant("up"), atMs: orNull(aroundNowMs), source: fc.constant(null) }),
  ),
}) as never;

describe("composeWindow()", () => {
  test("counts the seconds to the end, and never below 0", () =>
    fc.assert(fc.property(parts, (parts) => {
      const { secondsLeft } = composeWindow(parts);
      expect(secondsLeft).toBeGreaterThanOrEqual(0);
      const isEnded = parts.window.endSec * 1000 <= parts.nowMs;
      expect(secondsLeft === 0).toBe(isEnded);
      if (!isEnded) {
        const endMs = parts.nowMs + secondsLeft * 1000;
        expect(Math.abs(endMs - parts.window.endSec * 1000)).toBeLessThan(1000);
      }
    })));

  test("gives no price that is old or from after the window, and says so", () =>
    fc.assert(fc.property(parts, (parts) => {
      const { price, priceState } = composeWindow(parts);
      expect(priceState).toBe(price === null ? "stale" : "live");
      if (price === null) return;
      expect(parts.nowMs - price.atMs).toBeLessThanOrEqual(PRICE_AGE_MS_MAX);
      expect(price.atMs).toBeLessThan(parts.window.endSec * 1000);
      expect(price.priceE18).toBe(parts.price?.priceE18 ?? -1n);
    })));

  test("gives a price that is new and of the window, to its last digit", () =>
    fc.assert(fc.property(parts, fc.nat(PRICE_AGE_MS_MAX), (some, ageMs) => {
      const atMs = some.nowMs - ageMs;
      const price = { priceE18: 61_233_927_778_229_845_123_456n, source: "oracle", atMs } as const;
      const composed = composeWindow({ ...some, price }).price;
      if (atMs < some.window.endSec * 1000) expect(composed).toMatchObject(price);
    })));

  test("gives no number of the second after the window, though it has just ended", () =>
    fc.assert(fc.property(parts, (some) => {
      const endMs = some.window.endSec * 1000;
      const at = (atMs: number) =>
        composeWindow({
          ...some,
          nowMs: endMs,
          price: { priceE18: 1n, source: "oracle", atMs },
        }).priceState;
      expect([at(endMs - 1), at(endMs)]).toEqual(["live", "stale"]);
    })));

  test("measures the distance from the target exactly: above it is positive", () =>
    fc.assert(fc.property(parts, (parts) => {
      const { price, target } = composeWindow(parts);
      if (price === null) return;
      const { distanceE18, distanceBps } = price;
      expect(distanceE18 === null).toBe(target.priceE18 === null);
      if (distanceE18 === null || target.priceE18 === null || distanceBps === null) return;
      expect(target.priceE18 + distanceE18).toBe(price.priceE18);
      // The rounded ratio is at most half a step of its last digit off.
      const scaled = BigDecimal.scale(distanceBps, 4).value;
      const offE = scaled * target.priceE18 - distanceE18 * 10_000n * 10_000n;
      expect((offE < 0n ? -offE : offE) * 2n).toBeLessThanOrEqual(target.priceE18);
      if (scaled !== 0n) expect(scaled > 0n).toBe(distanceE18 > 0n);
    })));

  test("has a target from the start, and an end from the end on, as far as they are known", () =>
    fc.assert(fc.property(parts, (parts) => {
      const { target, close, outcome, resolution } = composeWindow(parts);
      const isOpened = parts.window.startSec * 1000 <= parts.nowMs;
      const isEnded = parts.window.endSec * 1000 <= parts.nowMs;
      const state = parts.target?.isProvisional === true ? "provisional" : "final";
      expect(target.state).toBe(isOpened && parts.target !== null ? state : "pending");
      expect(target.priceE18).toBe(isOpened ? parts.target?.priceE18 ?? null : null);
      expect([close, outcome, resolution])
        .toEqual(isEnded ? [parts.close, parts.outcome, parts.resolution] : [null, null, null]);
    })));
});

describe("settlingSource()", () => {
  test("is the exchange for hours and days alone, and the oracle's stream of the target else", () =>
    fc.assert(fc.property(profile, interval, unixSec, (profile, interval, atSec) => {
      const rule = targetRule(profile, windowContaining(profile.calendar, interval, atSec));
      const source = settlingSource(rule);
      const isExchange = interval === "1hour" || interval === "daily";
      expect(source.provider).toBe(isExchange ? "exchange" : "oracle");
      if (source.provider === "oracle") expect(rule).toMatchObject({ stream: source.stream });
    })));
});
