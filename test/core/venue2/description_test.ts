import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseDescription } from "../../../core/venue2/mod.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";

/** Few letters, so that keys collide, with all that parts pairs among the values. */
const key = fc.string({ unit: fc.constantFrom(..."abK"), minLength: 1, maxLength: 2 });
const value = fc.string({ unit: fc.constantFrom(..."ab: -{}1"), maxLength: 5 });
const pairs = fc.uniqueArray(fc.tuple(key, value), { selector: ([key]) => key, maxLength: 6 });
const written = (list: ReadonlyArray<readonly [string, string]>) =>
  list.map(([key, value]) => `${key}:${value}`).join("|");

describe("a description", () => {
  test("returns every value under its key, whatever it contains", () =>
    fc.assert(
      fc.property(pairs, (list) => {
        expect([...parseDescription(written(list))]).toEqual(list);
      }),
      { examples: [[[["perp", "xyz:SILVER"]]], [[["constructor", ""], ["__proto__", "1"]]]] },
    ));

  test("is the same in any order, and next to prose", () => {
    const noise = fc.string({ unit: fc.constantFrom(..."ab -."), maxLength: 8 });
    fc.assert(
      fc.property(pairs, noise, fc.boolean(), (list, prose, isFirst) => {
        const shuffled = written(list.toReversed());
        const text = isFirst ? `${prose}|${shuffled}` : `${shuffled}|${prose}`;
        expect(Object.fromEntries(parseDescription(text))).toEqual(Object.fromEntries(list));
      }),
    );
  });

  test("never fails", () =>
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const key of parseDescription(text).keys()) expect(text).toContain(`${key}:`);
    })));

  test.each<[string, string, Record<string, string>]>([
    ["nothing", "", {}],
    ["prose", "This race is yet to be scheduled.", {}],
    ["an index", "index:0", { index: "0" }],
    ["a word", "other", {}],
    ["a pair without a key", ":x|a:1", { a: "1" }],
    ["the first of two alike", "a:1|a:2", { a: "1" }],
    ["an empty value", "a:|b:2", { a: "", b: "2" }],
  ])("may be %s", (_, text, facts) => {
    expect(Object.fromEntries(parseDescription(text))).toEqual(facts);
  });

  const RECORDED = "platforms/hyperliquid_outcomes_real.json";
  testWithShared([RECORDED], "of every recorded recurring market has its five facts", async () => {
    const { outcomes } = await Bun.file(sharedPath(RECORDED)).json();
    const recurring = outcomes.filter(({ name }: { name: string }) => name === "Recurring");
    expect(recurring.length).toBeGreaterThan(5);
    for (const { description } of recurring) {
      expect([...parseDescription(description).keys()])
        .toEqual(["class", "underlying", "expiry", "targetPrice", "period"]);
    }
  });
});
