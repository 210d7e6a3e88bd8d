/**
 * Signed bytes on their way to the chain, and what to do with them next.
 *
 * Whoever signs anew while the first bytes may still be executed does the same thing twice. So they
 * are only ever given up once they have been executed, or cannot be any more: the road refused them
 * before it ever had them, the wallet's nonce has moved past theirs, or their deadline is over.
 * Until then the same bytes are sent again: the nonce in them lets the chain execute them once.
 *
 * @module
 */
import { Option } from "effect";
import type { ChainAction } from "./action.ts";

/**
 * How a wallet's calls get to the chain: by a node of it, as a transaction of the key itself, or by
 * the venue's relayer, for wallets that are contracts.
 */
export type ChainRoadName = "rpc" | "relayer";

/** What was signed. Every attempt, on any replica, sends `body` unchanged. */
export interface SignedCalls {
  readonly road: ChainRoadName;
  /** The wallet's number of these calls: the chain executes one of each number. */
  readonly nonce: bigint;
  /** After it the chain refuses them, in unix seconds of the venue; none for calls without one. */
  readonly deadlineSec: Option.Option<number>;
  readonly body: string;
  /** The hash of the transaction, where the signature decides it. */
  readonly tx: Option.Option<string>;
}

/** Signed calls as they are stored. Instants are unix milliseconds of machine time. */
export interface ChainSubmission extends SignedCalls {
  /** A UUID of version 7. */
  readonly id: string;
  readonly walletId: string;
  /** By the service's clock. */
  readonly signedMs: number;
  /** When they were sent last; none before. */
  readonly sentMs: Option.Option<number>;
  /** How often they were sent, by any replica, or were about to be when it ended. */
  readonly sends: number;
  /** How often the road said that it does not take them. */
  readonly refusals: number;
  /** What the road knows them by; none before it has taken them. */
  readonly roadId: Option.Option<string>;
  /** Since when the wallet's nonce is known to be past theirs; none while it is not. */
  readonly passedMs: Option.Option<number>;
}

/**
 * What the road says of calls that may be on their way.
 *
 * - `unknown`: it does not know them.
 * - `waiting`: it has them, and they are not over.
 * - `confirmed`: the chain has executed them, for good.
 * - `failed`: they are over, and have done nothing.
 */
export interface RoadReport {
  readonly state: "unknown" | "waiting" | "confirmed" | "failed";
  readonly tx: Option.Option<string>;
  /** The road's own words where they failed, or for what they wait. */
  readonly why: Option.Option<string>;
  /** The number of the wallet's next calls; none where that could not be read. */
  readonly nextNonce: Option.Option<bigint>;
}

/**
 * How bytes end.
 *
 * - `executed`: the chain has executed them.
 * - `failed`: the road says that they are over and have done nothing.
 * - `refused`: the road refused them before it had them.
 * - `stale`: so it did, because it expects another nonce.
 * - `expired`: their deadline is over, and nothing was executed.
 * - `passed`: the wallet's nonce has moved past theirs; they may have been executed.
 */
export type SubmissionEnd = "executed" | "failed" | "refused" | "stale" | "expired" | "passed";

/** What to do with a submission now. */
export type SubmissionStep =
  | { readonly step: "send" }
  | { readonly step: "wait" }
  | { readonly step: "end"; readonly end: SubmissionEnd };

/** How soon bytes that the road does not know are sent again, in machine time. */
const RESEND_MS = 15_000;
/** How long, in machine time, the road may take to say that it was these which moved the nonce. */
const PASSED_MS = 60_000;
/** The clocks of the venue and of the service may differ by so much. */
const CLOCKS_MS = 30_000;

/** Returns what to do, by the newest report. */
export function nextStep(
  submission: Pick<
    ChainSubmission,
    "road" | "nonce" | "deadlineSec" | "sentMs" | "sends" | "refusals" | "passedMs"
  >,
  { report, machineMs, nowMs }: {
    readonly report: RoadReport;
    readonly machineMs: number;
    /** By the service's clock, which the venue's deadlines are of. */
    readonly nowMs: number;
  },
): SubmissionStep {
  const { deadlineSec, sentMs, passedMs } = submission;
  if (report.state === "confirmed") return { step: "end", end: "executed" };
  if (report.state === "failed") {
    // A relayer means what it made of them once: it may have taken them twice, or sent them in
    // another transaction. A node means the very bytes.
    const mayBeDone = submission.road === "relayer" && isPast(submission, report);
    return { step: "end", end: mayBeDone ? "passed" : "failed" };
  }
  // What the road has, it may bring to the chain yet, whatever numbers it counts with.
  if (report.state === "unknown" && isPast(submission, report)) {
    const sinceMs = Option.getOrElse(passedMs, () => machineMs);
    return machineMs - sinceMs < PASSED_MS ? { step: "wait" } : { step: "end", end: "passed" };
  }
  const isLate = Option.exists(deadlineSec, (sec) => sec * 1000 + CLOCKS_MS <= nowMs);
  // What the road may have, it may have executed while the nonce cannot be read.
  const isFree = isNowhere(submission);
  if (isLate && (isFree || Option.isSome(report.nextNonce))) {
    // A road that is behind does not know yet that they were executed in time.
    return { step: "end", end: isPast(submission, report) ? "passed" : "expired" };
  }
  const isDue = isFree || Option.exists(sentMs, (ms) => machineMs - ms >= RESEND_MS);
  return report.state === "unknown" && isDue && !isLate ? { step: "send" } : { step: "wait" };
}

/**
 * Returns whether the chain may yet execute bytes that have ended so, or former ones of the same
 * action with the same number: a relayer said that they failed, and may have another copy. Nothing
 * is signed anew then but with that number.
 */
export function mayBeExecutedLater(
  { submission: { road }, action: { attempts }, end }: {
    readonly submission: Pick<ChainSubmission, "road">;
    readonly action: Pick<ChainAction, "attempts">;
    readonly end: SubmissionEnd;
  },
): boolean {
  if (road !== "relayer") return false;
  return end === "failed" || ((end === "stale" || end === "refused") && attempts > 1);
}

/** Returns whether the road certainly does not have them: it refused them each time. */
export function isNowhere(
  { sends, refusals }: Pick<ChainSubmission, "sends" | "refusals">,
): boolean {
  return sends === refusals;
}

/** Returns whether the wallet's next calls have a higher number. */
export function isPast(
  { nonce }: Pick<ChainSubmission, "nonce">,
  { nextNonce }: Pick<RoadReport, "nextNonce">,
): boolean {
  return Option.exists(nextNonce, (next) => next > nonce);
}

/**
 * What the road answers when bytes are sent.
 *
 * - `taken`: it has them.
 * - `refused`: it has not taken them now, and says why. `later`: it may take the same bytes in so
 *   many milliseconds, such as after what the wallet has in flight. `anew`: it would take others,
 *   with the nonce that it expects. `never`: it would refuse the same again.
 * - `unclear`: it may have them.
 */
export type RoadAnswer =
  | { readonly kind: "taken"; readonly roadId: Option.Option<string> }
  | {
    readonly kind: "refused";
    readonly why: string;
    readonly retry: { readonly when: "never" | "anew" } | {
      readonly when: "later";
      readonly afterMs: number;
    };
  }
  | { readonly kind: "unclear"; readonly why: string };
