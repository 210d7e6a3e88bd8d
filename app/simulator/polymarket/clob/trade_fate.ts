/**
 * What becomes of a trade on the chain: its states after MATCHED, drawn once from the seed.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { hash32, streamOf, unit } from "../../world/hash.ts";
import { type TradeStatus } from "./market_feed.ts";

/** How trades settle. Shares are from 0 to 1; `endMs` is from MATCHED to the end, on the clock. */
export interface SettlementTerms {
  readonly failedShare: number;
  readonly retryingShare: number;
  readonly endMs: number;
}

/** A state, the milliseconds of the clock from MATCHED to it, and the hash it is shown with. */
export interface TradeStep {
  readonly status: TradeStatus;
  readonly afterMs: number;
  readonly transactionHash: string | undefined;
}

/** Every trade is mined after a second, and final after four. */
export const USUAL_TERMS: SettlementTerms = { failedShare: 0, retryingShare: 0, endMs: 4_000 };

/**
 * Returns the states after MATCHED, in their order, the final one last.
 *
 * A trade that is retried was mined before, and is mined again in another transaction. One that
 * fails does so after it was mined, or without ever having a transaction.
 */
export function fateOf(
  tradeId: string,
  { terms, seed }: { readonly terms: SettlementTerms; readonly seed: number },
): ReadonlyArray<TradeStep> {
  const stream = streamOf(seed, `fate of ${tradeId}`);
  const isFailed = unit(hash32(stream, 0)) < terms.failedShare;
  const isRetried = unit(hash32(stream, 1)) < terms.retryingShare;
  const isEverMined = !isFailed || isRetried || hash32(stream, 2) % 2 === 0;
  const [first, second] = [0, 1].map((attempt) => transactionHash(tradeId, attempt));
  const hash = isRetried ? second : isEverMined ? first : undefined;
  const step = (status: TradeStatus, quarter: number, shown: string | undefined): TradeStep => ({
    status,
    afterMs: (terms.endMs * quarter) / 4,
    transactionHash: shown,
  });
  return [
    ...(isEverMined ? [step("MINED", 1, first)] : []),
    ...(isRetried ? [step("RETRYING", 2, first), step("MINED", 3, second)] : []),
    step(isFailed ? "FAILED" : "CONFIRMED", 4, hash),
  ];
}

function transactionHash(tradeId: string, attempt: number): string {
  const digest = createHash("sha256").update(`transaction ${attempt} of ${tradeId}`);
  return `0x${digest.digest("hex")}`;
}
