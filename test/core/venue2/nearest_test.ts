import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { UnixSec } from "../../../core/time/mod.ts";
import {
  distanceSec,
  isDuring,
  nearestMarkets,
  NO_MARKETS,
  type OutcomeMarket,
  withMarkets,
} from "../../../core/venue2/mod.ts";
import { markets, ROLL_SEC, staged } from "./arbitrary.ts";

const atSec = fc.oneof(
  fc.integer({ min: -200_000, max: 200_000 }),
  fc.integer({ min: -10, max: 10 }).map((steps) => steps * 10_800),
  fc.constantFrom(-1, 0, 1, 365 * 86_400, -400 * 86_400, 800 * 86_400),
).map((sec) => UnixSec(ROLL_SEC + sec));

const near = (list: ReadonlyArray<OutcomeMarket>, at: UnixSec) =>
  nearestMarkets(withMarkets(NO_MARKETS, list), at);
const idsOf = (found: ReturnType<typeof near>) => found.map(({ market }) => market.outcomeId);

describe("the markets nearest to an instant", () => {
  test("are exact exactly when the instant is inside their half-open window", () =>
    fc.assert(fc.property(markets, atSec, (list, at) => {
      const found = near(list, at);
      const inside = list.filter((market) => isDuring(market, at));
      if (inside.length > 0) {
        expect(new Set(idsOf(found))).toEqual(new Set(inside.map(({ outcomeId }) => outcomeId)));
      }
      for (const { market, distanceSec } of found) {
        expect(distanceSec === 0).toBe(market.startSec <= at && at < market.expirySec);
      }
    })));

  test("is the single nearest market if none is exact", () =>
    fc.assert(fc.property(markets, atSec, (list, at) => {
      fc.pre(list.length > 0 && !list.some((market) => isDuring(market, at)));
      const [one, ...others] = near(list, at);
      expect(others).toEqual([]);
      if (one === undefined) throw new Error("there is a nearest one");
      for (const market of list) {
        const isFarther = distanceSec(market, at) - one.distanceSec ||
          market.expirySec - one.market.expirySec || market.outcomeId - one.market.outcomeId;
        expect(isFarther).toBeGreaterThanOrEqual(0);
      }
    })));

  test("are ordered by distance, then expiry, then number, whatever the input order", () =>
    fc.assert(fc.property(markets, atSec, (list, at) => {
      const found = near(list, at);
      expect(near(list.toReversed(), at)).toEqual(found);
      const keys = found.map(({ market, distanceSec: far }) => [
        far,
        market.expirySec,
        market.outcomeId,
      ]);
      const byEach = (a: ReadonlyArray<number>, b: ReadonlyArray<number>) =>
        a.map((value, at) => value - (b[at] ?? 0)).find((sign) => sign !== 0) ?? 0;
      expect(keys).toEqual(keys.toSorted(byEach));
    })));

  test("are so far away as one must go to be inside", () =>
    fc.assert(fc.property(markets, atSec, (list, at) => {
      for (const { market, distanceSec: far } of near(list, at)) {
        const [before, after] = [UnixSec(at - far), UnixSec(at + far)];
        expect(isDuring(market, before) || isDuring(market, after)).toBe(true);
        if (far > 1) {
          expect(isDuring(market, UnixSec(at - far + 1))).toBe(false);
          expect(isDuring(market, UnixSec(at + far - 1))).toBe(false);
        }
      }
    })));

  test("is the one that expires first if two are equally near", () => {
    const { expirySec } = staged();
    const after = staged({
      outcomeId: 1,
      startSec: UnixSec(expirySec + 99),
      expirySec: UnixSec(expirySec + 159),
    });
    const atSec = UnixSec(expirySec + 49);
    expect([staged(), after].map((market) => distanceSec(market, atSec))).toEqual([50, 50]);
    expect(idsOf(near([after, staged()], atSec))).toEqual([95]);
    expect(idsOf(near([after, staged()], UnixSec(atSec + 1)))).toEqual([1]);
  });

  test("are empty if no market is known", () =>
    expect(nearestMarkets(NO_MARKETS, UnixSec(ROLL_SEC))).toEqual([]));
});
