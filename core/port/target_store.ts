/**
 * Port: targets, kept for ever.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { Asset, Interval } from "../market/mod.ts";
import type { Dispute, Evidence, Target, TargetSource } from "../price/mod.ts";
import type { TimeRange, UnixSec } from "../time/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** Which window a target belongs to. */
export interface TargetId {
  readonly asset: Asset;
  readonly interval: Interval;
  readonly startSec: UnixSec;
}

/** A stored target without its evidence, which is large and seldom asked for. */
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

/** Reads and writes targets. */
export class TargetStore extends Context.Service<TargetStore, {
  /** Stored targets whose windows start inside the range, oldest first. */
  readonly find: (query: {
    readonly asset: Asset;
    readonly interval: Interval;
    readonly range: TimeRange;
  }) => Effect.Effect<ReadonlyArray<StoredTarget>, StoreFailed>;

  /** Provisional targets with their evidence, youngest windows first, at most `limit`. */
  readonly provisional: (
    limit: number,
  ) => Effect.Effect<ReadonlyArray<IdentifiedTarget>, StoreFailed>;

  /** What proves one stored target, with every dispute that was noted of it. */
  readonly evidence: (id: TargetId) => Effect.Effect<Option.Option<Evidence>, StoreFailed>;

  /**
   * Stores targets, all or none, and gives what is stored of each, in the order given. One that
   * was already stored stays as it was first found, so that every replica and every later answer
   * agree; only a provisional one gives way, to the first final one.
   */
  readonly put: (
    targets: ReadonlyArray<IdentifiedTarget>,
  ) => Effect.Effect<ReadonlyArray<StoredTarget>, StoreFailed>;

  /**
   * Notes what another source said against a window's price; true where it was not noted before.
   */
  readonly dispute: (id: TargetId, dispute: Dispute) => Effect.Effect<boolean, StoreFailed>;

  /** Succeeds while the store answers. */
  readonly ping: Effect.Effect<void, StoreFailed>;
}>()("core/port/TargetStore") {}
