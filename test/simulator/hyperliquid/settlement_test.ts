import { describe, expect, test } from "bun:test";
import { listingChanges } from "../../../app/simulator/hyperliquid/listing_change.ts";
import type { OutcomeRow, QuestionRow } from "../../../app/simulator/hyperliquid/outcome_row.ts";
import { cameTrue } from "../../../app/simulator/hyperliquid/settlement.ts";

const row = (description: string): OutcomeRow => ({
  outcome: 1,
  name: "Recurring",
  description,
  sideSpecs: [],
});
const question: QuestionRow = {
  question: 1,
  name: "Recurring",
  description: "class:priceBucket|underlying:BTC|priceThresholds:63613,66209|period:1d",
  fallbackOutcome: 1,
  namedOutcomes: [2, 3, 4],
  settledNamedOutcomes: [],
};

describe("an outcome", () => {
  // The first is the venue's own example, outcome 95; the others are around a target.
  test.each<[string, string, boolean]>([
    ["77363", "76876.9", false],
    ["77363", "77362.9", false],
    ["77363", "77363.0", true],
    ["77363", "77363.1", true],
    ["93.017", "93.0169", false],
    ["93.017", "93.0170", true],
    ["9.5", "10.0000", true],
  ])("with the target %s is at %s settled as %p", (target, price, isTrue) => {
    const binary = row(`class:priceBinary|underlying:BTC|targetPrice:${target}|period:1d`);
    expect(cameTrue({ row: binary, question: undefined }, price)).toBe(isTrue);
  });

  test.each<[string, number]>([
    ["63612.9", 0],
    ["63613.0", 1],
    ["66208.9", 1],
    ["66209.0", 2],
    ["100000.0", 2],
  ])("of buckets is at %s the one with index %d", (price, index) => {
    const buckets = [0, 1, 2].map((at) => cameTrue({ row: row(`index:${at}`), question }, price));
    expect(buckets.indexOf(true)).toBe(index);
    expect(buckets.filter((isTrue) => isTrue).length).toBe(1);
    expect(cameTrue({ row: row("other"), question: undefined }, price)).toBe(false);
  });
});

describe("the changes of a listing", () => {
  const listing = (outcomes: ReadonlyArray<object>, questions: ReadonlyArray<object> = []) => ({
    outcomes,
    questions,
  });

  test("are the removals, and then the new or changed rows", () => {
    const before = listing([{ outcome: 1 }, { outcome: 2, name: "a" }], [{ question: 1 }]);
    const after = listing([{ outcome: 2, name: "b" }, { outcome: 3 }], [{ question: 2 }]);
    expect(listingChanges(before, after)).toEqual([
      { outcomeSettled: 1 },
      { questionSettled: 1 },
      { outcomeCreated: { outcome: 2, name: "b" } },
      { outcomeCreated: { outcome: 3 } },
      { questionUpdated: { question: 2 } },
    ]);
  });

  test("are empty if rows only change places", () => {
    const [a, b] = [{ outcome: 1, name: "a" }, { outcome: 2 }];
    expect(listingChanges(listing([a, b]), listing([{ ...b }, { ...a }]))).toEqual([]);
  });
});
