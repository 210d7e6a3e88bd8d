/**
 * The progress of a backfill, as reported to the operator.
 *
 * @module
 */
import type { MarketWindow } from "../../market/mod.ts";
import type { OpeningFailure } from "../../port/price_feed.ts";
import type { Evidence, TargetQuery } from "../../price/mod.ts";
import type { UnixSec } from "../../time/mod.ts";
import type { KnownTarget } from "./target_memory.ts";

/** The result for one window. `evidence` is absent if only the store has it. */
export type FilledWindow =
  & { readonly query: TargetQuery }
  & (
    | { readonly kind: "stored_before"; readonly target: KnownTarget }
    | { readonly kind: "found"; readonly target: KnownTarget; readonly evidence?: Evidence }
    | { readonly kind: "missing"; readonly failure: OpeningFailure }
  );

/** Windows without a price, for one reason. Starts are unix seconds. */
export interface MissingWindows {
  /** The reason, without the window. */
  readonly reason: string;
  readonly count: number;
  readonly firstStartSec: UnixSec;
  readonly lastStartSec: UnixSec;
  /** The first few starts. */
  readonly listed: ReadonlyArray<UnixSec>;
}

/** A window whose published final price differs from the next window's target, in decimal text. */
export interface FinalPriceDispute {
  /** The start of the window with the final price, unix seconds. */
  readonly startSec: UnixSec;
  readonly finalPrice: string;
  readonly nextPrice: string;
}

/** The progress. Counts are windows. */
export interface BackfillProgress {
  readonly total: number;
  /** The sum of `storedBefore`, `found` and `missing`. */
  readonly done: number;
  /** Windows skipped because the store had them. */
  readonly storedBefore: number;
  /**
   * The number of windows found, by source and whether they came from the exchange's archive.
   * Sources without any are absent.
   */
  readonly found: Readonly<Record<string, number>>;
  readonly missing: ReadonlyArray<MissingWindows>;
  /** Counts all disputes and lists the first ones. */
  readonly disputes: {
    readonly count: number;
    readonly listed: ReadonlyArray<FinalPriceDispute>;
  };
}

/** The results of one part of a backfill. */
export interface BackfillPart {
  readonly outcomes: ReadonlyArray<FilledWindow>;
  readonly disputes: ReadonlyArray<FinalPriceDispute>;
}

/** The most distinct reasons; any others are counted together. */
const REASONS_MAX = 20;
const OTHER_REASONS = "Other reasons";
const DISPUTES_LISTED_MAX = 20;
/** The most starts listed per reason. */
const MISSING_LISTED_MAX = 10;

/** Returns the progress before anything is done. */
export function noProgress(total: number): BackfillProgress {
  const disputes = { count: 0, listed: [] };
  return { total, done: 0, storedBefore: 0, found: {}, missing: [], disputes };
}

/** Returns the progress with one more part added. Parts may come in any order. */
export function withPart(
  progress: BackfillProgress,
  { outcomes, disputes }: BackfillPart,
): BackfillProgress {
  const found = { ...progress.found };
  const missing = new Map(progress.missing.map((known) => [known.reason, known]));
  let { storedBefore } = progress;
  for (const outcome of outcomes) {
    if (outcome.kind === "stored_before") storedBefore += 1;
    else if (outcome.kind === "missing") addMissing(missing, outcome);
    else found[nameOf(outcome)] = (found[nameOf(outcome)] ?? 0) + 1;
  }
  const { count, listed } = progress.disputes;
  return {
    total: progress.total,
    done: progress.done + outcomes.length,
    storedBefore,
    found,
    missing: [...missing.values()],
    disputes: {
      count: count + disputes.length,
      listed: [...listed, ...disputes].slice(0, DISPUTES_LISTED_MAX),
    },
  };
}

/** Returns the number of windows without a price. */
export function missingCount({ missing }: Pick<BackfillProgress, "missing">): number {
  return missing.reduce((sum, { count }) => sum + count, 0);
}

function addMissing(
  byReason: Map<string, MissingWindows>,
  { query: { window }, failure }: {
    readonly query: { readonly window: MarketWindow };
    readonly failure: OpeningFailure;
  },
): void {
  const { startSec } = window;
  const sentence = reasonOf(failure);
  const reason = byReason.has(sentence) || byReason.size < REASONS_MAX ? sentence : OTHER_REASONS;
  const known = byReason.get(reason);
  byReason.set(reason, {
    reason,
    count: (known?.count ?? 0) + 1,
    firstStartSec: known === undefined || startSec < known.firstStartSec
      ? startSec
      : known.firstStartSec,
    lastStartSec: known === undefined || startSec > known.lastStartSec
      ? startSec
      : known.lastStartSec,
    listed: [...known?.listed ?? [], startSec].slice(0, MISSING_LISTED_MAX),
  });
}

function nameOf(
  { target, evidence }: { readonly target: KnownTarget; readonly evidence?: Evidence },
): string {
  const isArchived = evidence?.kind === "kline" && evidence.archive !== undefined;
  return isArchived ? `${target.source} (archive)` : target.source;
}

/** Formats a failure without the window that it is about. */
function reasonOf(failure: OpeningFailure): string {
  if (failure._tag !== "PriceMissing") return failure.message;
  return failure.isPending ? "Not published yet" : "No price exists";
}
