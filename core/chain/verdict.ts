/**
 * What has become of an action whose bytes are over: by the chain's own log of the transaction, by
 * the balances, and by what the venue's index lists.
 *
 * A receipt alone proves nothing: a call may succeed and move nothing. A claim has succeeded once
 * the shares are gone and their USDC has come.
 *
 * @module
 */
import { Option } from "effect";
import { ONE_E6 } from "../fee/mod.ts";
import type { ChainAction, ChainActionEnd, Holdings, Moved, Pair } from "./action.ts";
import type { SubmissionEnd } from "./submission.ts";

/** What is known of an action whose bytes are over. Instants are unix milliseconds. */
export interface Evidence {
  readonly end: SubmissionEnd;
  /** Whether the road certainly never had the bytes. */
  readonly isNowhere: boolean;
  /** Whether the chain may execute the bytes yet. */
  readonly mayBeExecutedLater: boolean;
  /** Whether others were signed with it, any of which may be why the bytes came to nothing. */
  readonly isTogether: boolean;
  /** When the bytes were found to be over. */
  readonly endMs: number;
  /** The road's words. */
  readonly why: Option.Option<string>;
  /** What the wallet has now. */
  readonly now: Holdings;
  /** What the chain's log says that the transaction moved; none where no log can be read. */
  readonly logged: Option.Option<Moved>;
  /** What the index lists that may have been its, since it was signed: it moved as much. */
  readonly listed: Option.Option<Moved>;
  /** Until when what the index lists is whole; none before it was read. */
  readonly listedMs: Option.Option<number>;
  readonly nowMs: number;
}

/** What to make of an action: it is over, is to be signed anew, or nothing can be said yet. */
export type Verdict =
  | {
    readonly verdict: "over";
    readonly state: ChainActionEnd;
    readonly moved: Option.Option<Moved>;
    readonly why: Option.Option<string>;
  }
  | { readonly verdict: "again"; readonly why: string }
  | { readonly verdict: "wait"; readonly why: string };

/** How often an action is signed before it has failed. */
const ATTEMPTS_MAX = 5;
/** How long balances may be behind what the chain has executed. */
const BALANCES_LAG_MS = 120_000;
/** The index has everything that happened so long before its own instant. */
const INDEX_LAG_MS = 60_000;

/** Returns the verdict on an action, which was signed. */
export function verdictOn(
  action: Pick<ChainAction, "kind" | "sizeE6" | "payoutsE6" | "before" | "attempts">,
  evidence: Evidence,
): Verdict {
  const before = Option.getOrElse(action.before, () => evidence.now);
  if (action.kind === "claim") {
    const payoutsE6 = Option.getOrElse(action.payoutsE6, (): Pair<bigint> => [ONE_E6, ONE_E6]);
    return claimVerdict({ before, payoutsE6, attempts: action.attempts }, evidence);
  }
  const sizeE6 = Option.getOrElse(action.sizeE6, () => 0n);
  const moves = pairMoved(action.kind, sizeE6);
  return pairVerdict({ before, moves, attempts: action.attempts }, evidence);
}

function claimVerdict(
  { before, payoutsE6, attempts }: {
    readonly before: Holdings;
    readonly payoutsE6: Pair<bigint>;
    readonly attempts: number;
  },
  evidence: Evidence,
): Verdict {
  const { end, now, logged, listed } = evidence;
  const paying = [0, 1].filter((at) => amountAt(payoutsE6, at) > 0n);
  const hasLeft = paying.some((at) => amountAt(now.sharesE6, at) > 0n);
  const hasFallen = paying.some((at) => amountAt(now.sharesE6, at) < amountAt(before.sharesE6, at));
  if (end === "passed") {
    // It may have been these bytes: which ones they were, the index lists.
    if (Option.isSome(listed) && listed.value.usdcE6 > 0n) return confirmed(listed.value);
    if (!isListable(evidence)) return wait("the index does not list it yet");
  }
  if (end !== "executed") {
    if (hasLeft) return notExecuted({ attempts }, evidence);
    const why = "its shares were claimed by another transaction";
    return evidence.mayBeExecutedLater ? { verdict: "again", why } : over("nothing_left", why);
  }
  const paid = Option.orElse(logged, () => listed);
  if (Option.isSome(paid) && paid.value.usdcE6 > 0n) return confirmed(paid.value);
  if (!hasFallen) {
    if (Option.isNone(logged) && (isFresh(evidence) || !isListable(evidence))) {
      return wait("the balances have not changed yet");
    }
    return over("failed", "the transaction succeeded and moved no shares that pay");
  }
  if (Option.isSome(logged) && !hasLeft) {
    return over("nothing_left", "its shares were claimed by another transaction");
  }
  const moved = claimMoved(before, { now, payoutsE6 });
  const gainedE6 = now.usdcE6 - before.usdcE6;
  const canTell = Option.isNone(logged);
  if (canTell && !hasLeft && gainedE6 === moved.usdcE6) return confirmed(moved);
  // What else came or went meanwhile, the balances do not say: the index does.
  if (!isListable(evidence)) return wait("its shares are gone, and its USDC is not seen yet");
  return canTell && gainedE6 >= moved.usdcE6
    ? confirmed(moved)
    : over("nothing_left", "its shares are gone, and nobody lists what this transaction paid");
}

function pairVerdict(
  { before, moves, attempts }: {
    readonly before: Holdings;
    readonly moves: Moved;
    readonly attempts: number;
  },
  evidence: Evidence,
): Verdict {
  const { end, why, now, logged, listed } = evidence;
  const proof = Option.orElse(logged, () => listed);
  // A clock that is fast finds a deadline over before the chain does.
  const mayHaveExpired = end === "expired" && !evidence.isNowhere;
  if (end === "executed" || end === "passed" || mayHaveExpired) {
    if (Option.exists(proof, ({ usdcE6 }) => usdcE6 === moves.usdcE6)) return confirmed(moves);
    const isSeen = moves.sharesE6.every((size, at) =>
      hasMovedBy(amountAt(now.sharesE6, at) - amountAt(before.sharesE6, at), size)
    );
    if (end === "executed" && Option.isNone(logged) && isSeen) return confirmed(moves);
    if (Option.isNone(logged) && !isListable(evidence)) {
      return wait("the index does not list it yet");
    }
    if (end === "expired") return notExecuted({ attempts }, evidence);
    const other = `${nameOf(end)} and moved something else`;
    return over("failed", Option.getOrElse(why, () => other));
  }
  return notExecuted({ attempts }, evidence);
}

/** Bytes that have done nothing, and never will. */
function notExecuted(
  { attempts }: { readonly attempts: number },
  { end, why, isTogether, mayBeExecutedLater }: Pick<
    Evidence,
    "end" | "why" | "isTogether" | "mayBeExecutedLater"
  >,
): Verdict {
  const said = Option.getOrElse(why, () => nameOf(end));
  const isFinal = end === "refused" && !isTogether && !mayBeExecutedLater;
  if (isFinal || attempts >= ATTEMPTS_MAX) return over("failed", said);
  return { verdict: "again", why: said };
}

const NAMES = {
  executed: "the transaction succeeded",
  failed: "the transaction failed",
  refused: "the transaction was refused",
  stale: "another transaction of the wallet came first",
  expired: "the transaction was not executed before its deadline",
  passed: "another transaction of the wallet took its place",
} as const satisfies Record<SubmissionEnd, string>;
const nameOf = (end: SubmissionEnd): string => NAMES[end];

/** Returns what a split or a merge of so many pairs moves. */
export function pairMoved(kind: "split" | "merge", sizeE6: bigint): Moved {
  const signedE6 = kind === "split" ? sizeE6 : -sizeE6;
  return { usdcE6: -signedE6, sharesE6: [signedE6, signedE6] };
}

/** Returns what the difference of two holdings pays. */
function claimMoved(
  before: Holdings,
  { now, payoutsE6 }: { readonly now: Holdings; readonly payoutsE6: Pair<bigint> },
): Moved {
  const byE6 = (at: 0 | 1) => now.sharesE6[at] - before.sharesE6[at];
  const sharesE6 = [byE6(0), byE6(1)] as const;
  return { usdcE6: paidFor(sharesE6, payoutsE6), sharesE6 };
}

/** Returns the USDC that shares pay, times 10^6, for what a claim moved: each outcome down. */
export function paidFor(movedE6: Pair<bigint>, payoutsE6: Pair<bigint>): bigint {
  const paid = (at: 0 | 1) => -movedE6[at] * payoutsE6[at] / ONE_E6;
  return paid(0) + paid(1);
}

const amountAt = (pair: Pair<bigint>, at: number): bigint => pair[at] ?? 0n;
const hasMovedBy = (movedE6: bigint, sizeE6: bigint): boolean =>
  sizeE6 >= 0n ? movedE6 >= sizeE6 : movedE6 <= sizeE6;
const isFresh = ({ nowMs, endMs }: Evidence): boolean => nowMs - endMs < BALANCES_LAG_MS;
/** The index has all that these bytes may have done. */
const isListable = ({ listedMs, endMs }: Evidence): boolean =>
  Option.exists(listedMs, (ms) => ms >= endMs + INDEX_LAG_MS);
const wait = (why: string): Verdict => ({ verdict: "wait", why });
const over = (state: ChainActionEnd, why: string): Verdict => ({
  verdict: "over",
  state,
  moved: Option.none(),
  why: Option.some(why),
});
const confirmed = (moved: Moved): Verdict => ({
  verdict: "over",
  state: "confirmed",
  moved: Option.some(moved),
  why: Option.none(),
});
