import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import {
  actOnPaper,
  openPaperAccount,
  type PaperAccount,
  type PaperCall,
} from "../../../core/paper/mod.ts";
import { sizeE6 } from "./arbitrary_market.ts";

const TOKENS = ["1", "2"] as const;
const call: fc.Arbitrary<PaperCall> = fc.oneof(
  fc.record({ tokenIds: fc.constant(TOKENS), kind: fc.constantFrom("split", "merge"), sizeE6 }),
  fc.record({
    tokenIds: fc.constant(TOKENS),
    kind: fc.constant("claim"),
    sharesE6: fc.tuple(sizeE6, sizeE6),
    payoutsE6: fc.constantFrom([1_000_000n, 0n] as const, [0n, 1_000_000n] as const),
  }),
);
const act = fc.record({
  key: fc.constantFrom("a", "b", "c", "d", "e"),
  calls: fc.array(call, { minLength: 1, maxLength: 3 }),
});
const OPENED = openPaperAccount(100_000_000n);

/** What an account is worth where the first outcome wins and where the second does. */
function worth({ usdcE6, sharesE6 }: PaperAccount): ReadonlyArray<bigint> {
  return TOKENS.map((tokenId) => usdcE6 + (sharesE6.get(tokenId) ?? 0n));
}

describe("what a paper wallet does on no chain", () => {
  test("is done whole or not at all, and once", () =>
    fc.assert(fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      let account = OPENED;
      const done = new Set<string>();
      for (const one of acts) {
        const next = Result.getOrUndefined(actOnPaper(account, one));
        if (next === undefined || done.has(one.key)) {
          expect(next ?? account).toBe(account);
          continue;
        }
        done.add(one.key);
        expect(next.usdcE6 >= 0n).toBe(true);
        expect([...next.sharesE6.values()].every((e6) => e6 > 0n)).toBe(true);
        account = next;
      }
      expect(account.acts.map(({ key }) => key)).toEqual([...done]);
    })));

  test("makes a split and a merge worth the same, whoever wins", () =>
    fc.assert(fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      let account = OPENED;
      for (const one of acts) {
        const calls = one.calls.filter(({ kind }) => kind !== "claim");
        account = Result.getOrElse(actOnPaper(account, { ...one, calls }), () => account);
      }
      expect(worth(account)).toEqual(worth(OPENED));
    })));

  test("pays a claim by what each outcome pays", () => {
    const split = { kind: "split", tokenIds: TOKENS, sizeE6: 10_000_000n } as const;
    const held = Result.getOrThrow(actOnPaper(OPENED, { key: "split", calls: [split] }));
    const claim: PaperCall = {
      kind: "claim",
      tokenIds: TOKENS,
      sharesE6: [10_000_000n, 10_000_000n],
      payoutsE6: [300_000n, 700_000n],
    };
    const claimed = Result.getOrThrow(actOnPaper(held, { key: "claim", calls: [claim] }));
    expect([claimed.usdcE6, claimed.sharesE6.size]).toEqual([100_000_000n, 0]);
  });
});
