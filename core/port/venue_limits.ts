/**
 * Port: the primary venue's remaining rate limits of the wallets that trade.
 *
 * @module
 */
import { Context, type Effect, Schema } from "effect";
import type { EntryKind } from "../order/mod.ts";

/**
 * The signer's rate limit at the venue is used up for longer than it may wait. Nothing was sent.
 */
export class EntryLimited extends Schema.TaggedError<EntryLimited>()("EntryLimited", {
  kind: Schema.Literals(["orders", "cancels"]),
  /** Whole seconds, at least one. */
  retryAfterSec: Schema.Number,
}) {
  override get message(): string {
    const wanted = this.kind === "orders" ? "place the order" : "cancel orders";
    return `Cannot ${wanted} now: the venue's limit for this wallet is used up`;
  }
}

/** What remains of signers' limits, for orders or for cancellations. */
export interface EntryReport {
  /** Of the signer with the least, as estimated here. Negative where cancellations are owed. */
  readonly lowestRemaining: number;
  /** How many signers have to wait for the venue now. */
  readonly resting: number;
  /** Until the last of them may continue, in machine time; 0 where none has to wait. */
  readonly restMs: number;
}

/** The signers of one tier. */
export interface TierReport extends Readonly<Record<EntryKind, EntryReport>> {
  /** The venue's name for it; null for signers whose tier the venue has not reported yet. */
  readonly tier: string | null;
  readonly signers: number;
}

/** Reports the limits of the signers that have traded, without identifying them. */
export class VenueLimits extends Context.Service<VenueLimits, {
  /** Returns one report for each tier that has signers, in the order of their names. */
  readonly reports: Effect.Effect<ReadonlyArray<TierReport>>;
}>()("core/port/VenueLimits") {}
