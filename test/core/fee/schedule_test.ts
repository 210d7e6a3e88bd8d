import { describe, expect, test } from "bun:test";
import { BigDecimal, Option, Result } from "effect";
import { configOfSchedule, formatDecimal, publishedFee } from "../../../core/fee/mod.ts";

interface Published {
  readonly rate?: string;
  readonly exponent?: string;
  readonly rebateRate?: string;
  readonly isTakerOnly?: boolean;
  readonly feeType?: string;
  readonly areFeesEnabled?: boolean;
  readonly hasSchedule?: boolean;
}

/** A market that publishes this; null: one that publishes no schedule. */
function market(published: Published | null) {
  const { rate = "0.07", exponent = "1", rebateRate = "0.2", isTakerOnly = true } = published ?? {};
  return {
    areFeesEnabled: Option.fromUndefinedOr(published?.areFeesEnabled),
    feeType: Option.fromUndefinedOr(published?.feeType),
    feeSchedule: published === null || published.hasSchedule === false
      ? Option.none()
      : Option.some({
        rate: BigDecimal.fromStringUnsafe(rate),
        exponent: BigDecimal.fromStringUnsafe(exponent),
        rebateRate: BigDecimal.fromStringUnsafe(rebateRate),
        isTakerOnly,
      }),
  };
}

const rateOf = (...markets: ReadonlyArray<Published | null>) =>
  Option.getOrNull(
    Option.map(publishedFee(markets.map(market)), ({ rate }) => formatDecimal(rate)),
  );

describe("publishedFee", () => {
  test.each<[string, string, ReadonlyArray<Published | null>]>([
    ["one market", "0.07", [{}]],
    ["two that agree", "0.07", [{}, { rate: "0.0700", exponent: "1.0" }]],
    ["one that charges none", "0", [{ areFeesEnabled: false }]],
    ["one that charges none, and names no rate", "0", [
      { areFeesEnabled: false, hasSchedule: false },
    ]],
    ["one that charges", "0.07", [{ areFeesEnabled: true }]],
    ["all that charge none, whatever they had", "0", [
      { areFeesEnabled: false },
      { areFeesEnabled: false, rate: "0.05" },
    ]],
    ["one at 0 beside one that charges none", "0", [{ rate: "0" }, { areFeesEnabled: false }]],
  ])("of %s is %s", (_, rate, markets) => expect(rateOf(...markets)).toBe(rate));

  test.each<[string, ReadonlyArray<Published | null>]>([
    ["no market", []],
    ["a market without", [null]],
    ["one with and one without", [{}, null]],
    ["one that charges, and names no rate", [{ areFeesEnabled: true, hasSchedule: false }]],
    ["one without and one with", [null, {}]],
    ["another rate", [{}, { rate: "0.05" }]],
    ["another exponent", [{}, { exponent: "2" }]],
    ["another rebate", [{}, { rebateRate: "0.25" }]],
    ["makers who pay", [{}, { isTakerOnly: false }]],
    ["one that charges none beside one that does", [{}, { areFeesEnabled: false }]],
  ])("of %s is null", (_, markets) => expect(rateOf(...markets)).toBeNull());

  test.each([
    [["crypto_fees"], "crypto"],
    [["crypto_fees_v2"], "crypto"],
    [["sports_fees_v2", "sports_fees_v3"], "sports"],
    [["finance_prices_fees"], "finance_prices"],
    [["crypto"], "crypto"],
    [["crypto_fees", "sports_fees"], null],
    [["crypto_fees", undefined], null],
    [[undefined], null],
    [["_fees_v2"], null],
  ])("of markets called %j has the type %j", (types, type) => {
    const markets = types.map((feeType) => market(feeType === undefined ? {} : { feeType }));
    expect(Option.getOrNull(Option.getOrThrow(publishedFee(markets)).type)).toBe(type);
  });
});

describe("configOfSchedule", () => {
  const configOf = (published: Published) =>
    configOfSchedule(Option.getOrThrow(publishedFee([market(published)])), 'slug "x"');

  test.each([["0.07", true], ["1", true], ["0", false]])("rate %s: takers pay %p", (rate, pays) => {
    const config = Result.getOrThrow(configOf({ rate }));
    expect(config.hasTakerFees).toBe(pays);
    expect(config.source).toEqual(Option.some("venue"));
    expect(config.matchedByTag).toEqual(Option.none());
  });

  test("ignores the exponent if the rate is zero", () =>
    expect(Result.isSuccess(configOf({ exponent: "2", areFeesEnabled: false }))).toBe(true));

  test.each([
    [{ exponent: "2" }, "the exponent 2, which this formula lacks"],
    [{ exponent: "0" }, "the exponent 0, which this formula lacks"],
    [{ exponent: "1.5" }, "the exponent 1.5, which this formula lacks"],
    [{ rate: "1.01" }, "the rate 1.01, which is no fraction"],
    [{ rate: "-0.01" }, "the rate -0.01, which is no fraction"],
  ])("%j is not estimated", (published, found) => {
    const config = configOf(published);
    if (Result.isSuccess(config)) throw new Error("estimated");
    expect(config.failure.message).toBe(
      `Cannot estimate the fee of the event with slug "x": the venue's schedule has ${found}`,
    );
  });
});
