import { describe, expect, test } from "bun:test";
import type { Claim } from "../../../app/client/typescript/wire/position.ts";
import {
  claimLines,
  endedText,
  pairQuestion,
  pairText,
  roadText,
  stateText,
} from "../../../app/console/positions/claim_words.ts";

const UP = {
  condition_id: `0x${"1".repeat(64)}`,
  slug: "btc-updown-5m-1795795200",
  outcome: "Up",
  shares: 13.157894,
  value_usdc: 13.157894,
};

const claim = (fields: Partial<Claim> = {}): Claim => ({
  kind: "claim",
  id: "1",
  condition_id: UP.condition_id,
  slug: UP.slug,
  state: "confirmed",
  usdc: 13.157894,
  tx: null,
  why: null,
  automatic: false,
  requested_at: "2026-11-27T16:05:00.000Z",
  ended_at: "2026-11-27T16:05:05.000Z",
  ...fields,
});

describe("a claim is confirmed as", () => {
  test("shares of an outcome of a market, and what they pay", () => {
    expect(claimLines([UP], false)).toEqual([
      '13.157894 shares of "Up" in btc-updown-5m-1795795200: 13.157894 USDC',
    ]);
  });

  test("a line each, added up exactly, with what is not certain", () => {
    const tenth = { ...UP, shares: 0.1, value_usdc: 0.1 };
    const other = { ...UP, condition_id: `0x${"2".repeat(64)}`, slug: null, outcome: null };
    expect(claimLines([tenth, { ...tenth, value_usdc: 0.2 }, { ...other, value_usdc: null }], true))
      .toEqual([
        '0.1 shares of "Up" in btc-updown-5m-1795795200: 0.1 USDC',
        '0.1 shares of "Up" in btc-updown-5m-1795795200: 0.2 USDC',
        "13.157894 shares of an outcome in market 0x2222…2222: what they pay is not certain",
        "Together 3 positions in 2 markets, for 0.3 USDC and for what 1 of them pays, which is " +
        "not certain. At most 100 markets are claimed at a time: claim again for the rest",
      ]);
  });

  test("a sum alone, where there are many", () => {
    expect(claimLines(Array.from({ length: 6 }, () => UP), false)).toEqual([
      "Together 6 positions in 1 market, for 78.947364 USDC",
    ]);
  });

  test("more than one request claims", () => {
    const many = Array.from({ length: 101 }, (_, n) => ({ ...UP, condition_id: String(n) }));
    expect(claimLines(many, false)[0]).toContain("claim again for the rest");
  });
});

test.each(
  [
    [0, 1, /its own transaction to the chain. That costs gas: its address needs some POL/],
    [0, 2, /transaction to the chain, one for each market/],
    [1, 1, /relayer brings it to the chain, and pays the gas/],
    [2, 2, /relayer/],
    [3, 1, /relayer/],
  ] as const,
)("a wallet of type %p says by which road it claims %p", (signature_type, markets, road) => {
  expect(roadText({ signature_type }, markets)).toMatch(road);
});

test.each<[state: string, fields: Partial<Claim>, text: string]>([
  ["sent", { state: "sent" }, "On its way to the chain"],
  ["waiting", { state: "sent", why: "the wallet is busy" }, "On its way: the wallet is busy"],
  ["confirmed", {}, "Claimed 13.157894 USDC"],
  ["failed", { state: "failed", why: "x" }, "Failed, and nothing has moved: x"],
  [
    "nothing left",
    { state: "nothing_left" },
    "Nothing was left: it was claimed elsewhere before, which is no loss",
  ],
])("a claim that is %s says so", (_, fields, text) => {
  expect(stateText(claim(fields))).toBe(text);
});

test("a split says what was paid, and a merge what came", () => {
  const done = { state: "confirmed", why: null } as const;
  expect(stateText({ kind: "split", usdc: -20, ...done })).toBe("Split 20 USDC");
  expect(stateText({ kind: "merge", usdc: 20, ...done })).toBe("Merged into 20 USDC");
});

describe("claims that have ended are told", () => {
  test("one with its market", () => {
    expect(endedText([claim()])).toEqual(["Claimed 13.157894 USDC (btc-updown-5m-1795795200)."]);
  });

  test("several by how they went, each that failed with why", () => {
    const gone = { state: "nothing_left", usdc: null } as const;
    const failed = claim({ state: "failed", usdc: null, why: "reverted", slug: "x" });
    expect(endedText([claim({ usdc: 0.1 }), claim({ usdc: 0.2 }), claim(gone), failed])).toEqual([
      "Claimed 0.3 USDC of 2 markets.",
      "Nothing was left of 1 market: it was claimed elsewhere before.",
      "Failed, and nothing has moved: reverted (x).",
    ]);
  });

  test("none where none has", () => {
    expect(endedText([])).toEqual([]);
  });
});

test("a split and a merge say what becomes of what", () => {
  const split = { kind: "split", walletId: "w", slug: "btc-x", size: 1_000 } as const;
  expect([pairQuestion(split), pairQuestion({ ...split, kind: "merge" })]).toEqual([
    "Split 1,000 USDC into shares?",
    "Merge 1000 shares of both outcomes?",
  ]);
  expect(pairText(split)).toStartWith(
    "1,000 USDC of the wallet become 1000 shares of each outcome of btc-x.",
  );
  expect(pairText({ ...split, kind: "merge" })).toStartWith(
    "1000 shares of each outcome of btc-x become 1,000 USDC",
  );
});
