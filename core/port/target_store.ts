/**
 * Port: permanent storage of targets.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { Asset, Interval } from "../market/mod.ts";
import type { Dispute, Evidence, Target, TargetSource } from "../price/mod.ts";
import type { TimeRange, UnixSec } from "../time/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** The window that a target belongs to. */
export interface TargetId {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly startSec: UnixSec;
}

/** A stored target without its evidence, which is large and seldom requested. */
export interface StoredTarget {
  readonly startSec: UnixSec;
  readonly priceE18: bigint;
  readonly source: TargetSource;
  /** A better source may still correct it, once. Absent: it is final. */
  readonly isProvisional?: true;
}

/** A target together with the window it belongs to. */
export interface IdentifiedTarget {
  readonly id: TargetId;
  readonly target: Target;
}

/** The price of a target together with the window it belongs to. */
export interface IdentifiedPrice {
  readonly id: TargetId;
  readonly target: Omit<StoredTarget, "startSec">;
}

/** Reads and writes targets. */
export class TargetStore extends Context.Service<TargetStore, {
  /** Returns stored targets whose windows start inside the range, oldest first. */
  readonly find: (query: {
    readonly asset: Asset;
    readonly interval: Interval;
    readonly range: TimeRange;
  }) => Effect.Effect<ReadonlyArray<StoredTarget>, StoreFailed>;

  /** Returns provisional targets with their evidence, newest windows first, at most `limit`. */
  readonly provisional: (
    limit: number,
  ) => Effect.Effect<ReadonlyArray<IdentifiedTarget>, StoreFailed>;

  /** Returns the evidence of one stored target, with every dispute recorded for it. */
  readonly evidence: (id: TargetId) => Effect.Effect<Option.Option<Evidence>, StoreFailed>;

  /**
   * Stores targets, all or none, and returns the stored state of each, in the order given. A target
   * that is already stored is not changed, so that all replicas and all later answers agree; only a
   * provisional one is replaced, by the first final one.
   */
  readonly put: (
    targets: ReadonlyArray<IdentifiedTarget>,
  ) => Effect.Effect<ReadonlyArray<StoredTarget>, StoreFailed>;

  /**
   * Records another source's differing price for a window; true if it was not recorded before.
   */
  readonly dispute: (id: TargetId, dispute: Dispute) => Effect.Effect<boolean, StoreFailed>;

  /** Succeeds while the store answers. */
  readonly ping: Effect.Effect<void, StoreFailed>;
}>()("core/port/TargetStore") {}
