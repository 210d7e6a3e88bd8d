import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { foldName } from "../../core/fold_name.ts";

/** Letters whose forms differ in a way of their own, among any others. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."aAzZ ßẞſKÅÅµΣσςİıIiŉǰΐﬁﬃǅᾳᾼᾈͅᏸᏰꭰᎠև́̂̈ãÃ℀ﷺＡａ①"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});

/** What Unicode has case forms of; the dotless i is a letter of its own. */
const CASED = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => (code < 0xd800 || code > 0xdfff) && code !== 0x131)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => letter !== letter.toLowerCase() || letter !== letter.toUpperCase());

describe("a folded name", () => {
  test.each([
    ["São Paulo", "Sa\u0303o Paulo"],
    ["GRÊMIO", "gre\u0302mio"],
    ["Straße", "STRASSE"],
    ["Straße", "STRAẞE"],
    ["ΟΔΥΣΣΕΥΣ", "οδυσσευς"],
    ["οδυσσευς", "οδυσσευσ"],
    ["ﬁnal", "FINAL"],
    ["Ｕｐ", "up"],
    ["№ 1", "no 1"],
    ["U\u00a0p", " u p\t"],
    ["\u212b", "å"],
    ["\u01c5", "DŽ"],
    ["İzmir", "i\u0307zmir"],
    ["ᾼ", "αι"],
    ["Ꭰ", "\uab70"],
    ["𝐔𝐩", "UP"],
  ])("is the same for %p and %p", (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  test.each([
    ["São Paulo", "Sao Paulo"],
    ["Diyarbakır", "Diyarbakir"],
    ["İzmir", "izmir"],
    ["Up", "U p"],
    ["Under 2.5", "Under 25"],
    ["Α", "A"],
  ])("tells %p from %p", (one, other) => {
    expect(foldName(one)).not.toBe(foldName(other));
  });

  test("is composed, in small letters, and has no space around it", () => {
    expect(foldName(" Sa\u0303o Paulo\n")).toBe("s\u00e3o paulo");
    expect(foldName(" BTC-Updown-5m ")).toBe("btc-updown-5m");
  });

  test("begins as that of its beginning does, also where a sigma ends it", () =>
    expect(foldName("ΟΔΥΣΣΕΥΣ")).toStartWith(foldName("ΟΔΥΣ")));

  test("is its own, and that of every other form and case of the name", () =>
    fc.assert(fc.property(text, (name) => {
      const folded = foldName(name);
      expect(foldName(folded)).toBe(folded);
      for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) {
        expect(foldName(name.normalize(form))).toBe(folded);
      }
      if (name.includes("ı")) return;
      // Where a capital is two letters, a mark behind them would be left with the wrong one.
      const decomposed = name.normalize("NFD");
      expect(foldName(decomposed.toUpperCase())).toBe(folded);
      expect(foldName(decomposed.toLowerCase())).toBe(folded);
    })));

  test("is the same for both cases of every letter that has them", () => {
    expect(CASED.length).toBeGreaterThan(2_800);
    const apart = CASED.filter((letter) =>
      new Set([letter, letter.toUpperCase(), letter.toLowerCase()].map(foldName)).size > 1
    );
    expect(apart).toEqual([]);
  });

  test("keeps apart what no case and no form joins", () => {
    // Simple case folding, which regular expressions have, joins a part of what full folding does.
    const simple = (left: string, right: string) => new RegExp(`^[${left}]$`, "iu").test(right);
    const byFold = Map.groupBy(CASED, foldName);
    const joined = [...byFold.values()].flatMap(([first = "", ...others]) =>
      others.filter((other) =>
        !simple(first, other) && first.normalize("NFKD") !== other.normalize("NFKD") &&
        first.toUpperCase().normalize("NFKD") !== other.toUpperCase().normalize("NFKD") &&
        first.toLowerCase().normalize("NFKD") !== other.toLowerCase().normalize("NFKD")
      ).map((other) => `${first} ${other}`)
    );
    expect(joined).toEqual([]);
  });
});
