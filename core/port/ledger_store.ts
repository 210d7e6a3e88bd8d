/**
 * Port: keeps what the venue says of wallets and markets, for their ledgers.
 *
 * Nothing is ever deleted: what the index revises stays, and does not count any more. What the
 * orders of this service traded is in the `FillStore`.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { ConditionId, FinalResolution } from "../venue/mod.ts";
import type { StoreFailed } from "./store_failure.ts";
import type { IndexedActivity } from "./wallet_index.ts";

/** How a market was resolved, for good. */
export interface KeptResolution extends FinalResolution {
  readonly conditionId: ConditionId;
}

/** What is kept of a wallet. */
export interface KeptActivity {
  /** Oldest first. */
  readonly activity: ReadonlyArray<IndexedActivity>;
  /** Until when it is whole, unix milliseconds; none before anything was read. */
  readonly asOfMs: Option.Option<number>;
}

/** How far the index is read of a wallet. */
export interface ActivityListing extends Pick<KeptActivity, "asOfMs"> {
  /** Another number each time that other rows count. */
  readonly version: number;
}

/** A reading of what a wallet did. */
export interface ActivityReading {
  readonly walletId: string;
  readonly activity: ReadonlyArray<IndexedActivity>;
  /** The reading is whole from this second on until `asOfMs`, unix milliseconds. */
  readonly fromMs: number;
  readonly asOfMs: number;
}

/** Keeps them. What a call acknowledges is visible to every replica and survives any crash. */
export class LedgerStore extends Context.Service<LedgerStore, {
  /**
   * Keeps the rows of a reading, in one step. What it lists of a transaction counts instead of what
   * earlier readings listed of it, and what it lists without one of a second that it has whole;
   * what it does not list at all stays. A reading that is older, by its `asOfMs`, than what is kept
   * of a transaction changes nothing of that.
   */
  readonly noteActivity: (reading: ActivityReading) => Effect.Effect<void, StoreFailed>;

  /** Returns the rows that count. */
  readonly activityOf: (walletId: string) => Effect.Effect<KeptActivity, StoreFailed>;

  /** Returns how far that goes, without its rows, which may be many. */
  readonly listingOf: (walletId: string) => Effect.Effect<ActivityListing, StoreFailed>;

  /** Keeps resolutions. The first one of a condition stays. */
  readonly noteResolutions: (
    resolutions: ReadonlyArray<KeptResolution>,
  ) => Effect.Effect<void, StoreFailed>;

  readonly resolutionsOf: (
    conditionIds: ReadonlyArray<ConditionId>,
  ) => Effect.Effect<ReadonlyArray<KeptResolution>, StoreFailed>;
}>()("core/port/LedgerStore") {}
