/** Ledgers of a wallet that sells, merges and claims what it has. @module */
import { Option } from "effect";
import fc from "fast-check";
import { type LedgerEntry, pairMoves } from "../../../core/ledger/mod.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";

export const CONDITION = Option.getOrThrow(parseConditionId(`0x${"4f".repeat(32)}`));
export const TOKENS = ["11", "22"] as const;

const step = fc.record({
  kind: fc.constantFrom("buy", "sell", "split", "merge", "claim"),
  at: fc.nat(2_000),
  token: fc.constantFrom(...TOKENS),
  /** Of what it has, or may buy. */
  part: fc.integer({ min: 1, max: 1_000 }),
  priceE6: fc.bigInt(1n, 999_999n),
  feeE6: fc.bigInt(0n, 90_000n),
  isFinal: fc.boolean(),
});

/** Entries in the order in which they happened, each of which was possible. */
export const entriesOfWallet: fc.Arbitrary<ReadonlyArray<LedgerEntry>> = fc
  .array(step, { maxLength: 30 }).map((steps) => {
    const held = new Map<string, bigint>(TOKENS.map((token) => [token, 0n]));
    let atMs = 0;
    return steps.flatMap((one, index): ReadonlyArray<LedgerEntry> => {
      // Two at one instant come in the order of their ids.
      atMs += one.at;
      const has = held.get(one.token) ?? 0n;
      const least = [...held.values()].reduce((a, b) => a < b ? a : b);
      const sizeE6 = {
        buy: BigInt(one.part) * 37_123n,
        split: BigInt(one.part) * 10_001n,
        sell: has * BigInt(one.part) / 1_000n,
        claim: has * BigInt(one.part) / 1_000n,
        merge: least * BigInt(one.part) / 1_000n,
      }[one.kind];
      if (sizeE6 === 0n) return [];
      const usdcE6 = sizeE6 * one.priceE6 / 1_000_000n;
      const moves = one.kind === "split" || one.kind === "merge"
        ? pairMoves(TOKENS, { kind: one.kind, sharesE6: sizeE6 })
        : one.kind === "buy"
        ? [{ tokenId: one.token, sharesE6: sizeE6, usdcE6: -usdcE6 }]
        : [{ tokenId: one.token, sharesE6: -sizeE6, usdcE6 }];
      for (const { tokenId, sharesE6 } of moves) {
        held.set(tokenId, (held.get(tokenId) ?? 0n) + sharesE6);
      }
      const isTrade = one.kind === "buy" || one.kind === "sell";
      return [{
        id: `e${String(index).padStart(3, "0")}`,
        kind: isTrade ? "fill" : one.kind as "split" | "merge" | "claim",
        atMs,
        settledMs: atMs,
        conditionId: CONDITION,
        isFinal: one.isFinal,
        moves,
        feeE6: isTrade ? one.feeE6 : 0n,
        tx: null,
      }];
    });
  });
