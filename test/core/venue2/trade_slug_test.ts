import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import {
  formatTradeSlug,
  isSlugOf,
  type OutcomeMarket,
  parseDescription,
  parseTradeSlug,
  readOutcomeMarket,
  type Side,
  tradeSlugOf,
} from "../../../core/venue2/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { market, markets, staged } from "./arbitrary.ts";

const any = market(fc.nat());
const side = fc.constantFrom<Side | null>("yes", "no", null);
/** As public clients write it: with the point of the target. */
const withPoint = (market: OutcomeMarket, side: Side | null) => {
  const slug = tradeSlugOf(market, side);
  return [slug.underlying, "above", slug.target, side, slug.minute].filter((word) => word).join(
    "-",
  );
};
const read = (text: string) => Option.getOrThrow(parseTradeSlug(text));

describe("a slug", () => {
  test("names its own market, with and without the point, in any case", () =>
    fc.assert(fc.property(any, side, (market, side) => {
      const site = formatTradeSlug(tradeSlugOf(market, side));
      expect(site).toMatch(/^[a-z0-9]+-above-\d+(-yes|-no)?-[a-z]{3}-\d\d-\d{4}$/);
      for (const text of [site, withPoint(market, side), site.toUpperCase()]) {
        const slug = read(text);
        expect(isSlugOf(market, slug)).toBe(true);
        expect(slug.side).toBe(side);
        expect(formatTradeSlug(slug)).toBe(site);
      }
    })));

  test("names another market only if that has the same slug", () =>
    fc.assert(fc.property(markets, side, (list, side) => {
      for (const one of list) {
        for (const other of list) {
          const isSame = (written: (market: OutcomeMarket, side: Side | null) => string) =>
            written(one, side) === written(other, side);
          expect(isSlugOf(other, read(withPoint(one, side)))).toBe(
            isSame(withPoint) ||
              // A target without a point is written like one whose point was dropped.
              (!one.targetText.includes(".") &&
                isSame((m, s) => formatTradeSlug(tradeSlugOf(m, s)))),
          );
        }
      }
    })));

  test("is parsed from any text, or is undefined", () => {
    const pieces = fc.array(
      fc.constantFrom("btc", "-above-", "78213", ".", "-yes", "-may-03-0600", "-feb-30-2460", " "),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), pieces.map((parts) => parts.join(""))), (text) => {
        const slug = Option.getOrUndefined(parseTradeSlug(text));
        if (slug === undefined) return;
        const again = read(formatTradeSlug(slug));
        expect({ ...again, target: slug.target }).toEqual(slug);
      }),
      { examples: [["btc-above-78213-may-03-0600"], ["x-above-1-above-2-may-03-0600"]] },
    );
  });

  test.each([
    ["a day that no month has", "btc-above-78213-yes-feb-30-0600"],
    ["an hour that no day has", "btc-above-78213-yes-may-03-2400"],
    ["a bucket", "btc-price-range-jul-17-0600-below-63613-yes"],
    ["a third side", "btc-above-78213-maybe-may-03-0600"],
    ["no underlying", "-above-78213-may-03-0600"],
    ["two points", "btc-above-7.8.2-may-03-0600"],
    ["nothing", ""],
  ])("is not read from %s", (_, text) => {
    expect(parseTradeSlug(text)).toEqual(Option.none());
  });

  test("with a point elsewhere is another market's", () => {
    const hype = staged({ underlying: "HYPE", targetText: "97.194" });
    const slugOf = (target: string) => read(`hype-above-${target}-may-26-0600`);
    expect(["97.194", "97194", "971.94", "9.7194"].map((at) => isSlugOf(hype, slugOf(at))))
      .toEqual([true, true, false, false]);
  });

  const RECORDED = "platforms/hyperliquid_outcomes_real.json";
  testWithShared([RECORDED], "is the one that was seen on the site", async () => {
    const { outcomes, slugs_observed: observed } = await Bun.file(sharedPath(RECORDED)).json();
    const nameOf = new Map<number, OutcomeMarket>();
    for (const { outcome, name, description, sideSpecs } of outcomes) {
      const sideNames = sideSpecs.map(({ name }: { name: string }) => name);
      const reading = readOutcomeMarket({ outcomeId: outcome, name, description, sideNames });
      if (Result.isSuccess(reading)) nameOf.set(outcome, reading.success);
    }
    let compared = 0;
    for (const { url, slug = url?.split("/").at(-1), per_outcome_slug: own, outcome } of observed) {
      const text = read(slug);
      expect(formatTradeSlug(text)).toBe(slug);
      const market = nameOf.get(outcome);
      if (market === undefined) continue;
      compared++;
      expect(formatTradeSlug(tradeSlugOf(market, "yes"))).toBe(slug);
      if (own !== undefined) expect(formatTradeSlug(tradeSlugOf(market, null))).toBe(own);
    }
    expect(compared).toBe(2);
    expect(parseDescription(outcomes[0].description).get("targetPrice")).toBe("78213");
  });
});
