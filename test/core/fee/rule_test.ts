import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { feeRuleFor, rulesInForce } from "../../../core/fee/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";

const AT_SEC = Date.parse("2026-11-20T00:00:00Z") / 1000;

/** Tags by slug, or by slug and label. */
const tagsOf = (...names: ReadonlyArray<string | readonly [slug: string, label: string]>) =>
  names.map((name) =>
    typeof name === "string"
      ? { slug: name, label: "Some label" }
      : { slug: name[0], label: name[1] }
  );

function found(tags: ReturnType<typeof tagsOf>, atSec = AT_SEC) {
  return Option.getOrNull(
    Option.map(feeRuleFor(tags, atSec), ({ rule, matchedByTag }) => [rule.type, matchedByTag]),
  );
}

describe("feeRuleFor", () => {
  test.each([
    ...["5m", "15m", "1h", "1hr", "hourly", "4h", "4hour"].map((tag) => ["crypto", tag] as const),
    ...["sea", "seas", "ncaab"].map((tag) => ["sports", tag] as const),
  ])("is %s for the tag %s alone", (type, tag) => {
    expect(found(tagsOf(tag))).toEqual([type, tag]);
    expect(found(tagsOf("bitcoin", tag.toUpperCase()))).toEqual([type, tag]);
    expect(found(tagsOf(["other", tag.toUpperCase()]))).toEqual([type, "other"]);
  });

  test.each(["daily", "weekly"])("is crypto for %s beside crypto, in any order", (tag) => {
    expect(found(tagsOf(tag, "crypto"))).toEqual(["crypto", tag]);
    expect(found(tagsOf("Crypto", "up-or-down", tag))).toEqual(["crypto", tag]);
    expect(found(tagsOf(["x", "CRYPTO"], [`${tag}-markets`, tag]))).toEqual([
      "crypto",
      `${tag}-markets`,
    ]);
  });

  test.each([
    ["nothing", []],
    ["crypto alone", ["crypto"]],
    ["daily without crypto", ["daily", "bitcoin"]],
    ["weekly without crypto", ["weekly", "crypto-prices"]],
    ["names of objects", ["constructor", "__proto__", "toString"]],
    ["parts of names", ["5min", "m5", "seattle", "ncaabb", "5m "]],
  ])("is null for %s", (_, names) => expect(found(tagsOf(...names))).toBeNull());

  test("takes the first tag of the event that the first matching rule names", () => {
    expect(found(tagsOf("sea", "hourly", "5m"))).toEqual(["crypto", "hourly"]);
    expect(found(tagsOf("daily", "5m", "crypto"))).toEqual(["crypto", "daily"]);
    expect(found(tagsOf("daily", "5M"))).toEqual(["crypto", "5m"]);
    expect(found(tagsOf("ncaab", "sea"))).toEqual(["sports", "ncaab"]);
  });

  test("does not depend on when tags that no rule names come", () => {
    const names = fc.array(fc.constantFrom("5M", "daily", "crypto", "sea", "bitcoin", "x"));
    fc.assert(fc.property(names, (names) => {
      const isNamed = (name: string) => name !== "bitcoin" && name !== "x";
      expect(found(tagsOf(...names))).toEqual(found(tagsOf(...names.filter(isNamed))));
    }));
  });

  test("has the venue's rates and maker rebates", () => {
    const ruleOf = (tag: string) => Option.getOrThrow(feeRuleFor(tagsOf(tag), AT_SEC)).rule;
    expect(String(ruleOf("5m").rate)).toBe("BigDecimal(0.25)");
    expect(ruleOf("5m").exponent).toBe(2);
    expect(String(ruleOf("5m").rebateRate)).toBe("BigDecimal(0.2)");
    expect(String(ruleOf("sea").rate)).toBe("BigDecimal(0.0175)");
    expect(ruleOf("sea").exponent).toBe(1);
    expect(String(ruleOf("sea").rebateRate)).toBe("BigDecimal(0.25)");
  });

  test("applies the first rules before their date too", () =>
    expect(found(tagsOf("5m"), 0)).toEqual(["crypto", "5m"]));
});

describe("rulesInForce", () => {
  const old = { validFromSec: UnixSec(100), rules: [] };
  const young = { validFromSec: UnixSec(200), rules: [] };
  const books = [old, young];

  test.each([[0, old], [99, old], [100, old], [199, old], [200, young], [300, young]])(
    "at %d",
    (atSec, book) => expect(rulesInForce(books, atSec)).toBe(book.rules),
  );
});
