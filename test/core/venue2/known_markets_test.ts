import { describe, expect, test } from "bun:test";
import { HashMap, Result } from "effect";
import fc from "fast-check";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import {
  marketsOf,
  newMarkets,
  NO_MARKETS,
  parseTradeReference,
  sideNumber,
  withMarkets,
} from "../../../core/venue2/mod.ts";
import { markets, staged } from "./arbitrary.ts";

const YEAR_SEC = 365 * DAY_SEC;
const context = { parameter: "slug", tradeOrigin: "https://app.hyperliquid.xyz" };
const referenceOf = (text: string) => Result.getOrThrow(parseTradeReference(text, context));

describe("known markets", () => {
  test("holds the latest facts of each market, in whatever batches they arrive", () =>
    fc.assert(fc.property(markets, markets, (before, after) => {
      const known = withMarkets(withMarkets(NO_MARKETS, before), after);
      const last = new Map([...before, ...after].map((market) => [market.outcomeId, market]));
      expect(new Map(HashMap.toEntries(known.byId))).toEqual(last);
      const afresh = withMarkets(NO_MARKETS, [...last.values()]);
      expect([known.byExpiry, known.longestSec]).toEqual([afresh.byExpiry, afresh.longestSec]);
      expect(new Map(HashMap.toEntries(known.bySlug)))
        .toEqual(new Map(HashMap.toEntries(afresh.bySlug)));
      expect(newMarkets(known, [...last.values()])).toEqual([]);
    })));

  test.each([
    { underlying: "HYPE" },
    { period: "24h" },
    { startSec: UnixSec(1_779_688_801) },
    { expirySec: UnixSec(1_779_775_201) },
    { targetText: "77363.0" },
    { yesIndex: 1 as const },
  ])("is another where a fact of a market is: %o", (other) => {
    const known = withMarkets(withMarkets(NO_MARKETS, [staged()]), [staged(other)]);
    expect(known.byExpiry).toEqual([staged(other)]);
  });

  test("stays the same object if nothing is new", () =>
    fc.assert(fc.property(markets, (list) => {
      const known = withMarkets(NO_MARKETS, list);
      expect(withMarkets(known, list.toReversed())).toBe(known);
    })));

  test("is found by each side's coin, and by no other", () =>
    fc.assert(fc.property(markets, fc.integer({ min: 0, max: 450 }), (list, number) => {
      const known = withMarkets(NO_MARKETS, list);
      for (const { outcomeId } of list) {
        for (const sideIndex of [0, 1] as const) {
          const found = marketsOf(known, referenceOf(`#${sideNumber({ outcomeId, sideIndex })}`));
          expect(found.map((market) => market.outcomeId)).toEqual([outcomeId]);
        }
      }
      const reading = parseTradeReference(`#${number}`, context);
      expect(Result.isSuccess(reading)).toBe(number % 10 < 2);
    })));

  test("has both years of a slug", () => {
    const { startSec, expirySec } = staged();
    const later = staged({
      outcomeId: 9_000,
      startSec: UnixSec(startSec + YEAR_SEC),
      expirySec: UnixSec(expirySec + YEAR_SEC),
    });
    const known = withMarkets(NO_MARKETS, [later, staged()]);
    const reference = referenceOf("btc-above-77363-may-26-0600");
    expect(marketsOf(known, reference).map(({ outcomeId }) => outcomeId)).toEqual([95, 9_000]);
  });
});
