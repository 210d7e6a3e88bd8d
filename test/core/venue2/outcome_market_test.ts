import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import { toIso } from "../../../core/time/mod.ts";
import {
  type ListedOutcome,
  parsePeriod,
  questionOf,
  readOutcomeMarket,
  toMinuteStamp,
} from "../../../core/venue2/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { market, staged } from "./arbitrary.ts";

const LISTED: ListedOutcome = {
  outcomeId: 95,
  name: "Recurring",
  description: "class:priceBinary|underlying:BTC|expiry:20260526-0600|targetPrice:77363|period:1d",
  sideNames: ["Yes", "No"],
};

const saying = (from: string, to: string) => ({
  ...LISTED,
  description: LISTED.description.replace(from, to),
});

describe("a listed market", () => {
  test("is parsed from its description, in any order and next to other facts", () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 });
    fc.assert(fc.property(market(fc.nat()), order, (market, order) => {
      const facts = [
        "class:priceBinary",
        `underlying:${market.underlying}`,
        `expiry:${toMinuteStamp(market.expirySec)}`,
        `targetPrice:${market.targetText}`,
        `period:${market.period}`,
        "mood:fine:really",
        "prose without a key",
      ];
      const description = order.map((at) => facts[at]).join("|");
      const sideNames = market.yesIndex === 0 ? ["Yes", "No"] : ["No", "Yes"];
      const listed = { ...LISTED, outcomeId: market.outcomeId, description, sideNames };
      expect(readOutcomeMarket(listed)).toEqual(Result.succeed(market));
    }));
  });

  test.each<[string, Partial<ListedOutcome>, string, boolean]>([
    ["of a template", { name: "template:binaryPrice" }, "it is made from a template", true],
    ["in prose", { description: "Will it rain?" }, "its description names no class", true],
    ["of an index", { description: "index:0" }, "its description names no class", true],
    ["of buckets", saying("priceBinary", "priceBucket"), 'its class is "priceBucket"', true],
    ["of two teams", { sideNames: ["Spain", "Argentina"] }, "its sides are not Yes and No", false],
    ["of three sides", { sideNames: ["Yes", "No", "Or"] }, "its sides are not Yes and No", false],
    ["of one side twice", { sideNames: ["Yes", "Yes"] }, "its sides are not Yes and No", false],
    ["of nothing", saying("BTC", ""), "it names no underlying", false],
    ["of marks alone", saying("BTC", "!!!"), "it names no underlying", false],
    ["of a long name", saying("BTC", "B".repeat(65)), "it names no underlying", false],
    [
      "of very much",
      saying("77363", "9".repeat(50_000)),
      `its target "${"9".repeat(40)}" is no price`,
      false,
    ],
    ["of no day", saying("0526", "0231"), 'its expiry "20260231-0600" is no minute', false],
    ["of no period", saying("period:1d", ""), 'its period "" is not known', false],
    ["of a long period", saying("1d", "2y"), 'its period "2y" is not known', false],
    ["of no target", saying("77363", "0"), 'its target "0" is no price', false],
    ["of a word", saying("77363", "high"), 'its target "high" is no price', false],
    ["below nothing", saying("77363", "-1"), 'its target "-1" is no price', false],
  ])("%s is skipped", (_, listed, why, isNoise) => {
    expect(readOutcomeMarket({ ...LISTED, ...listed })).toEqual(Result.fail({ why, isNoise }));
  });

  test("is read from any description, or skipped", () => {
    const piece = fc.constantFrom(
      ...["class:priceBinary", "underlying:BTC", "expiry:20260526-0600", "expiry:99999999-9999"],
      ...["targetPrice:1", "targetPrice:1e9", "period:1d", "period:999999d", "period:0m", ":", "|"],
    );
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("|"));
    fc.assert(fc.property(fc.oneof(fc.string(), text), (description) => {
      const reading = readOutcomeMarket({ ...LISTED, description });
      if (Result.isSuccess(reading)) {
        expect(reading.success.startSec).toBeLessThan(reading.success.expirySec);
      } else expect(reading.failure.why).not.toBe("");
    }));
  });

  /** The recorded markets as their sources describe them. */
  const EXPECTED = [
    [0, "BTC", "78213", "2026-05-02T06:00", "2026-05-03T06:00"],
    [1, "BTC", "78213", "2026-05-03T06:00", "2026-05-04T06:00"],
    [65, "BTC", "76886", "2026-05-19T06:00", "2026-05-20T06:00"],
    [95, "BTC", "77363", "2026-05-25T06:00", "2026-05-26T06:00"],
    [105, "BTC", "76877", "2026-05-26T06:00", "2026-05-27T06:00"],
    [823, "BTC", "62814", "2026-07-13T06:00", "2026-07-14T06:00"],
    [847, "BTC", "64911", "2026-07-16T06:00", "2026-07-17T06:00"],
    [6024, "HYPE", "93.017", "2026-09-27T06:00", "2026-09-28T06:00"],
    [2243, "BTC", "71169", "2026-03-26T03:00", "2026-03-27T03:00"],
  ];

  const RECORDED = "platforms/hyperliquid_outcomes_real.json";
  testWithShared([RECORDED], "equals its source for every recorded one", async () => {
    const recorded = await Bun.file(sharedPath(RECORDED)).json();
    const rows = [...recorded.outcomes, recorded.custom_outcome_testnet];
    const read = rows.map(({ outcome, name, description, sideSpecs }) => {
      const sideNames = sideSpecs.map(({ name }: { name: string }) => name);
      const reading = readOutcomeMarket({ outcomeId: outcome, name, description, sideNames });
      if (Result.isFailure(reading)) return [outcome, reading.failure.why];
      const { underlying, targetText, startSec, expirySec, yesIndex } = reading.success;
      const iso = [startSec, expirySec].map((sec) => toIso(sec).slice(0, 16));
      expect(yesIndex).toBe(0);
      return [outcome, underlying, targetText, ...iso];
    });
    expect(read).toEqual([
      ...EXPECTED,
      [2649, "it is made from a template"],
      [9, "its description names no class"],
    ]);
    const { name, description } = recorded.question_example_priceBucket;
    const bucket = { outcomeId: 1, name, description, sideNames: ["Yes", "No"] };
    expect(readOutcomeMarket(bucket)).toEqual(
      Result.fail({ why: 'its class is "priceBucket"', isNoise: true }),
    );
  });
});

describe("the question of a market", () => {
  test("asks whether the price is at or above the target", () =>
    expect(questionOf(staged({ targetText: "93.017", underlying: "HYPE" })))
      .toBe("Will HYPE be at or above 93.017 on 2026-05-26 at 06:00 UTC?"));
});

describe("a period", () => {
  test.each([["1d", 86_400], ["4h", 14_400], ["1h", 3_600], ["15m", 900], ["3m", 180], [
    "366d",
    31_622_400,
  ]])(
    "%s lasts %d s",
    (text, periodSec) => {
      expect(parsePeriod(text)).toEqual(Option.some(periodSec));
    },
  );

  test.each(["", "d", "0d", "1", "1D", "-1d", "1.5h", "01d", "1y", "1000000m", "367d", "53w"])(
    "is not %p",
    (text) => {
      expect(parsePeriod(text)).toEqual(Option.none());
    },
  );
});
