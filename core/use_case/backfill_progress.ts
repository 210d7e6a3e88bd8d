/**
 * How far a backfill has come, as its operator is told.
 *
 * @module
 */
import type { MarketWindow } from "../market/mod.ts";
import type { OpeningFailure } from "../port/mod.ts";
import type { Evidence, TargetQuery } from "../price/mod.ts";
import type { UnixSec } from "../time/mod.ts";
import type { KnownTarget } from "./target_memory.ts";

/** What became of one window. `evidence` is left out where only the store has it. */
export type FilledWindow =
  & { readonly query: TargetQuery }
  & (
    | { readonly kind: "stored_before"; readonly target: KnownTarget }
    | { readonly kind: "found"; readonly target: KnownTarget; readonly evidence?: Evidence }
    | { readonly kind: "missing"; readonly failure: OpeningFailure }
  );

/** Windows without a price, for one reason. Starts are unix seconds. */
export interface MissingWindows {
  /** A sentence that names no window. */
  readonly reason: string;
  readonly count: number;
  readonly firstStartSec: UnixSec;
  readonly lastStartSec: UnixSec;
  /** The first few of them. */
  readonly listed: ReadonlyArray<UnixSec>;
}

/** A window whose published price at its end is not the next window's. Prices are decimal text. */
export interface FinalPriceDispute {
  /** Where the window with the final price starts, unix seconds. */
  readonly startSec: UnixSec;
  readonly finalPrice: string;
  readonly nextPrice: string;
}

/** Counts are windows. */
export interface BackfillProgress {
  readonly total: number;
  /** Those below, together. */
  readonly done: number;
  /** Passed over, because the store had them. */
  readonly storedBefore: number;
  /**
   * How many were found, by where: the source, and whether the exchange's archive had it. What gave
   * none is left out.
   */
  readonly found: Readonly<Record<string, number>>;
  readonly missing: ReadonlyArray<MissingWindows>;
  /** All of them are counted; the first are listed. */
  readonly disputes: {
    readonly count: number;
    readonly listed: ReadonlyArray<FinalPriceDispute>;
  };
}

/** What a part of a backfill adds to its progress. */
export interface BackfillPart {
  readonly outcomes: ReadonlyArray<FilledWindow>;
  readonly disputes: ReadonlyArray<FinalPriceDispute>;
}

/** Past so many reasons, the others count as one. */
const REASONS_MAX = 20;
const OTHER_REASONS = "Other reasons";
const DISPUTES_LISTED_MAX = 20;
/** Of each reason. */
const MISSING_LISTED_MAX = 10;

/** Nothing is done yet. */
export function noProgress(total: number): BackfillProgress {
  const disputes = { count: 0, listed: [] };
  return { total, done: 0, storedBefore: 0, found: {}, missing: [], disputes };
}

/** The progress with one more part. Parts may come in any order of their windows. */
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

/** How many windows have no price. */
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

/** The failure's sentence without the window it is about. */
function reasonOf(failure: OpeningFailure): string {
  if (failure._tag !== "PriceMissing") return failure.message;
  return failure.isPending ? "Not published yet" : "No price exists";
}
