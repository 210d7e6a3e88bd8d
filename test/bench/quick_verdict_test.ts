import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyRatios, findingWith, plainFinding } from "./made_finding.ts";
import { lostRatios, MARGIN, newRatios, worseText, worseThanNoted } from "./quick_verdict.ts";

describe("worseThanNoted", () => {
  test("names a ratio whose best round is beyond the worst noted one and the margin", () => {
    const noted = [findingWith([2, 3, 4])];
    expect(worseThanNoted([findingWith([6.1, 9, 30])], noted).map(worseText)).toEqual([
      "made: a path, beside a bare one: its best ratio is 6.1, the worst noted one 4",
    ]);
    expect(worseThanNoted([findingWith([6, 9, 30])], noted)).toEqual([]);
  });

  test("turns around where higher is better", () => {
    const better = "higher";
    const noted = [findingWith([0.5, 0.6], { better })];
    expect(worseThanNoted([findingWith([0.1, 0.33], { better })], noted)).toHaveLength(1);
    expect(worseThanNoted([findingWith([0.1, 0.34], { better })], noted)).toEqual([]);
    expect(worseThanNoted([findingWith([9], { better })], noted)).toEqual([]);
  });

  test("one round like the noted ones is enough, whatever a busy machine did to others", () => {
    fc.assert(fc.property(anyRatios, anyRatios, fc.nat(), (noted, now, pick) => {
      const calm = noted[pick % noted.length]!;
      for (const better of ["lower", "higher"] as const) {
        const found = worseThanNoted(
          [findingWith([...now, calm], { better })],
          [findingWith(noted, { better })],
        );
        expect(found).toEqual([]);
      }
    }));
  });

  test("finds every loss beyond the spread and the margin", () => {
    const factors = fc.double({ min: 1.001, max: 1_000, noNaN: true });
    fc.assert(fc.property(anyRatios, factors, (noted, factor) => {
      const loss = MARGIN * factor;
      const worst = Math.max(...noted) * loss;
      const least = Math.min(...noted) / loss;
      expect(worseThanNoted([findingWith([worst])], [findingWith(noted)])).toHaveLength(1);
      const better = "higher";
      expect(worseThanNoted([findingWith([least], { better })], [findingWith(noted, { better })]))
        .toHaveLength(1);
    }));
  });

  test("times, what only explains, and what is not noted decide nothing", () => {
    const noted = [plainFinding([1]), findingWith([1], { better: "neither" })];
    const now = [plainFinding([99]), findingWith([99], { better: "neither" })];
    expect(worseThanNoted(now, noted)).toEqual([]);
    expect(worseThanNoted([findingWith([99])], [])).toEqual([]);
  });

  test("a ratio to nothing decides nothing", () => {
    expect(worseThanNoted([findingWith([NaN])], [findingWith([1])])).toEqual([]);
    expect(worseThanNoted([findingWith([99])], [findingWith([NaN])])).toEqual([]);
  });
});

describe("what is noted", () => {
  const [kept, other] = [findingWith([1]), findingWith([1], { what: "another" })];
  const explains = findingWith([1], { what: "a load", better: "neither" });

  test("and no longer measured is lost", () => {
    expect(lostRatios([kept], [kept, other, explains, plainFinding([1])])).toEqual([
      "made: another, beside a bare one",
    ]);
  });

  test("not, and measured, is new", () => {
    expect(newRatios([kept, other, explains], [kept])).toEqual([
      "made: another, beside a bare one",
    ]);
  });
});
