import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { kickoffOf, parseEventTicker, splitSides } from "../../../adapters/kalshi/event_ticker.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { ms } from "../../simulator/kit/support.ts";

const read = (ticker: string) => Option.getOrThrow(parseEventTicker(ticker));
const at = (iso: string) => ({ kind: "at", sec: UnixSec(ms(iso) / 1000) });
const dayOf = (year: number, month: number, day: number, gameNumber: number | null = null) => ({
  kind: "day",
  day: { year, month, day },
  gameNumber,
});

describe("a ticker of an event", () => {
  test.each<[ticker: string, codes: [string, string], order: string, kickoff: unknown]>([
    ["KXNFLGAME-26SEP20INDKC", ["KC", "IND"], "IND KC", dayOf(2026, 9, 20)],
    ["KXMLBGAME-26APR301235STLPIT", ["STL", "PIT"], "STL PIT", at("2026-04-30T16:35:00Z")],
    ["KXMLBGAME-26AUG222040MINSD", ["SD", "MIN"], "MIN SD", at("2026-08-23T00:40:00Z")],
    ["KXMLBGAME-26NOV031900ATLLA", ["LA", "ATL"], "ATL LA", at("2026-11-04T00:00:00Z")],
    ["KXMLBGAME-25APR26BALDETG1", ["BAL", "DET"], "BAL DET", dayOf(2025, 4, 26, 1)],
    ["KXMLBGAME-25APR26BALDETG2", ["DET", "BAL"], "BAL DET", dayOf(2025, 4, 26, 2)],
    ["KXNCAAMBGAME-26JAN12IWSFA", ["SFA", "IW"], "IW SFA", dayOf(2026, 1, 12)],
    // Not the first game of a day: the second side's code ends like that.
    ["KXEPLGAME-26AUG15LIVAG1", ["LIV", "AG1"], "LIV AG1", dayOf(2026, 8, 15)],
  ])("%s says its sides and its start", (ticker, codes, order, kickoff) => {
    const split = splitSides(read(ticker), codes);
    const { first, second } = Option.getOrThrow(split);
    expect(`${first} ${second}`).toBe(order);
    expect<unknown>(kickoffOf(read(ticker), split)).toEqual(kickoff);
  });

  test("says which game of the day it is, even where its sides are unknown", () => {
    expect<unknown>(kickoffOf(read("KXMLBGAME-25APR26BALDETG2"), Option.none()))
      .toEqual(dayOf(2025, 4, 26, 2));
  });

  test.each<[string, [string, string]]>([
    ["KXNFLGAME-26SEP27CARCLE", ["CAR", "CIN"]],
    ["KXNFLGAME-26SEP27CARCLE", ["CA", "RCLE2"]],
    ["KXNFLGAME-26SEP27CARCLE", ["CARCLE", ""]],
    ["KXNFLGAME-26SEP27AAAA", ["A", "AAA"]],
  ])("%s is not made of %p", (ticker, codes) => {
    const split = splitSides(read(ticker), codes);
    expect(Option.isNone(split) || codes.includes("")).toBe(true);
  });

  test.each([
    "KXNFLGAME",
    "KXNFLMVP-26",
    "KXLALIGA-26-RMA",
    "KXNFLGAME-26SEP31INDKC",
    "KXNFLGAME-26XXX20INDKC",
    "KXNFLGAME-26SEP20",
    "KXNFLGAME-26SEP20INDKC-KC",
    "kxnflgame-26sep20indkc",
    "",
  ])("is not %p", (text) => {
    expect(parseEventTicker(text)).toEqual(Option.none());
  });

  test("is parted into any two codes of which it was made, in their order", () => {
    const code = fc.string({ unit: fc.constantFrom(..."AB"), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(code, code, (a, b) => {
        const split = splitSides(read(`KXNFLGAME-26SEP20${a}${b}`), [b, a]);
        const found = Option.map(split, ({ first, second }) => [first, second]);
        // Only where both orders read the same, nobody knows which it was.
        expect(found).toEqual(a + b === b + a ? Option.none() : Option.some([a, b]));
      }),
    );
  });
});
