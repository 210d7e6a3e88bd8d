import { Option, Result } from "effect";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { priceBody } from "../../../adapters/http/price/price_body.ts";
import { windowBody } from "../../../adapters/http/price/window_body.ts";
import { makeWindowWriter } from "../../../adapters/http/price/window_text.ts";
import { ASSETS, INTERVALS, PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import type { KnownTarget, RangeTarget } from "../../../core/use_case/price/mod.ts";

const venues = [1, 2].map((number) => ({
  profile: PROFILE_BY_NAME.spec,
  eventBaseUrl: `https://example.com/${number}`,
  rangePointsMax: 2_500,
}));
const known: fc.Arbitrary<KnownTarget> = fc.record({
  priceE18: fc.bigInt({ min: 0n, max: 10n ** 24n }),
  source: fc.constantFrom("oracle" as const, "aggTrades" as const),
  isProvisional: fc.constant(true as const),
}, { requiredKeys: ["priceE18", "source"] });
const window = fc.record({
  interval: fc.constantFrom(...INTERVALS),
  atSec: fc.integer({ min: 1_780_000_000, max: 1_780_400_000 }),
}).map(({ interval, atSec }) =>
  windowContaining(PROFILE_BY_NAME.spec.calendar, interval, UnixSec(atSec))
);

describe("the text of a window", () => {
  test("is that of its target, whatever was written before", () => {
    const targets = fc.array(known, { minLength: 1, maxLength: 4 });
    const asked = fc.array(
      fc.tuple(fc.nat(1), fc.constantFrom(...ASSETS), window, fc.option(fc.nat(3))),
      { maxLength: 40 },
    );
    fc.assert(fc.property(targets, asked, fc.integer({ min: 1, max: 8 }), (all, asked, most) => {
      const write = makeWindowWriter(most);
      for (const [at, asset, window, which] of asked) {
        const venue = venues[at] ?? venues[0];
        const target = which === null ? undefined : all[which % all.length];
        if (venue === undefined) throw new Error("there are two venues");
        const result: RangeTarget["result"] = Option.map(
          Option.fromUndefinedOr(target),
          Result.succeed,
        );
        const price = priceBody(window.interval, result);
        const body = { ...windowBody(venue, asset, window), ...price };
        const { timestamp_start } = body;
        const { item, point } = write(venue, asset, { window, result });
        expect(item).toBe(`,${JSON.stringify(body)}`);
        expect(point).toBe(
          price.ok ? `,${JSON.stringify({ timestamp_start, price: price.price })}` : "",
        );
      }
    }));
  });
});
