/**
 * What becomes of a submission besides what it does: drawn once from the seed.
 *
 * @module
 */
import { hash32, streamOf, unit } from "../../world/hash.ts";

/** How submissions are relayed. Shares are from 0 to 1; `endMs` is to the end, on the clock. */
export interface RelayingTerms {
  readonly stallShare: number;
  readonly failedShare: number;
  readonly endMs: number;
}

/** The fate; `stallsAt` is the state in which it stays for ever. */
export interface RelayingFate {
  readonly stallsAt: "STATE_NEW" | "STATE_EXECUTED" | undefined;
  readonly isFailed: boolean;
  /** Milliseconds of the clock from the submission to each state. */
  readonly executedMs: number;
  readonly minedMs: number;
  readonly confirmedMs: number;
}

/** Every submission is executed after a second and a half, and confirmed after six seconds. */
export const USUAL_RELAYING: RelayingTerms = { stallShare: 0, failedShare: 0, endMs: 6_000 };

/** Draws the fate of a submission. */
export function relayingFate(
  id: string,
  { terms, seed }: { readonly terms: RelayingTerms; readonly seed: number },
): RelayingFate {
  const stream = streamOf(seed, `relaying ${id}`);
  const stalls = unit(hash32(stream, 0)) < terms.stallShare;
  return {
    stallsAt: !stalls ? undefined : hash32(stream, 2) % 2 === 0 ? "STATE_NEW" : "STATE_EXECUTED",
    isFailed: !stalls && unit(hash32(stream, 1)) < terms.failedShare,
    executedMs: terms.endMs / 4,
    minedMs: terms.endMs / 2,
    confirmedMs: terms.endMs,
  };
}
