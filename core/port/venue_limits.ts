/**
 * Port: how much the primary venue still takes from the wallets that trade.
 *
 * @module
 */
import { Context, type Effect, Schema } from "effect";
import type { EntryKind } from "../order/mod.ts";

/** The venue takes no more of a signer for a while that is too long to wait. Nothing was sent. */
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

/** What is left to signers, of orders or of cancellations. */
export interface EntryReport {
  /** Of the signer with the fewest, as far as is known here. Cancellations may be owed. */
  readonly lowestRemaining: number;
  /** So many signers wait for the venue now, or would. */
  readonly resting: number;
  /** Until the last of them may go on, in machine time; 0 where none rests. */
  readonly restMs: number;
}

/** The signers of one tier. */
export interface TierReport extends Readonly<Record<EntryKind, EntryReport>> {
  /** As the venue calls it; null for signers of whom it has said nothing yet. */
  readonly tier: string | null;
  readonly signers: number;
}

/** Knows the limits of the signers that have traded, and never whose they are. */
export class VenueLimits extends Context.Service<VenueLimits, {
  /** One for each tier that there are signers of, in the order of their names. */
  readonly reports: Effect.Effect<ReadonlyArray<TierReport>>;
}>()("core/port/VenueLimits") {}
