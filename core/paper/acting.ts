/**
 * What a paper wallet claims, splits and merges: done at once, and on no chain.
 *
 * @module
 */
import { Result } from "effect";
import { paidFor, type Pair } from "../chain/mod.ts";
import type { PaperAccount, PaperAct } from "./account.ts";
import { payableE6, settledSharesE6, withShares } from "./account.ts";

/** Something to do in a market, of whose outcomes these are the tokens. Times 10^6. */
export type PaperCall =
  & { readonly tokenIds: Pair<string> }
  & (
    | {
      readonly kind: "claim";
      readonly sharesE6: Pair<bigint>;
      /** USDC a share of each outcome. */
      readonly payoutsE6: Pair<bigint>;
    }
    | { readonly kind: "split" | "merge"; readonly sizeE6: bigint }
  );

/** The most things done that are remembered, so that none is done twice. */
export const PAPER_ACTS_MAX = 500;

/**
 * Does all of some calls, or none. The same key does nothing more. The failure says what the wallet
 * lacks.
 */
export function actOnPaper(
  account: PaperAccount,
  { key, calls }: { readonly key: string; readonly calls: ReadonlyArray<PaperCall> },
): Result.Result<PaperAccount, string> {
  if (account.acts.some((act) => act.key === key)) return Result.succeed(account);
  let sum = account;
  const moved = new Map<string, bigint>();
  let usdcE6 = 0n;
  for (const call of calls) {
    const { tokenIds } = call;
    const heldE6 = tokenIds.map((tokenId) => settledSharesE6(sum, tokenId)) as [bigint, bigint];
    const movesE6 = movesOf(call);
    if (heldE6.some((e6, at) => e6 + (movesE6.sharesE6[at] ?? 0n) < 0n)) {
      return Result.fail("the wallet has fewer settled shares");
    }
    if (payableE6(sum) + movesE6.usdcE6 < 0n) return Result.fail("the wallet has less USDC");
    sum = { ...sum, usdcE6: sum.usdcE6 + movesE6.usdcE6 };
    usdcE6 += movesE6.usdcE6;
    for (const [at, tokenId] of tokenIds.entries()) {
      const byE6 = movesE6.sharesE6[at] ?? 0n;
      sum = withShares(sum, tokenId, byE6);
      moved.set(tokenId, (moved.get(tokenId) ?? 0n) + byE6);
    }
  }
  const act: PaperAct = { key, usdcE6, sharesE6: [...moved] };
  return Result.succeed({ ...sum, acts: [...sum.acts, act].slice(-PAPER_ACTS_MAX) });
}

function movesOf(call: PaperCall): { readonly usdcE6: bigint; readonly sharesE6: Pair<bigint> } {
  if (call.kind === "claim") {
    const sharesE6 = [-call.sharesE6[0], -call.sharesE6[1]] as const;
    return { usdcE6: paidFor(sharesE6, call.payoutsE6), sharesE6 };
  }
  const sizeE6 = call.kind === "split" ? call.sizeE6 : -call.sizeE6;
  return { usdcE6: -sizeE6, sharesE6: [sizeE6, sizeE6] };
}
