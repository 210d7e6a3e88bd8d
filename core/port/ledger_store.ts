/**
 * Port: keeps what the venue says of wallets and markets, for their ledgers.
 *
 * Rows are only ever added. What the orders of this service traded is in the `FillStore`.
 *
 * @module
 */
import { Context, type Effect, type Option } from "effect";
import type { ConditionId } from "../venue/mod.ts";
import type { StoreFailed } from "./store_failure.ts";
import type { IndexedActivity } from "./wallet_index.ts";

/** How a market was resolved, for good. */
export interface KeptResolution {
  readonly conditionId: ConditionId;
  /** Micro-USDC that one share of each outcome pays, in the order of the market's outcomes. */
  readonly payoutsE6: ReadonlyArray<bigint>;
  /** Unix milliseconds. */
  readonly resolvedMs: number;
}

/** What is kept of a wallet. */
export interface KeptActivity {
  /** Oldest first. */
  readonly activity: ReadonlyArray<IndexedActivity>;
  /** Until when it is whole, unix milliseconds; none before anything was read. */
  readonly asOfMs: Option.Option<number>;
}

/** Keeps them. What a call acknowledges is visible to every replica and survives any crash. */
export class LedgerStore extends Context.Service<LedgerStore, {
  /**
   * Adds the rows of a reading that are not kept yet, in one step. Each second of the reading is
   * whole: of rows that are alike, as many are kept as one reading has.
   */
  readonly noteActivity: (reading: {
    readonly walletId: string;
    readonly activity: ReadonlyArray<IndexedActivity>;
    readonly asOfMs: number;
  }) => Effect.Effect<void, StoreFailed>;

  readonly activityOf: (walletId: string) => Effect.Effect<KeptActivity, StoreFailed>;

  /** Returns `asOfMs` of that alone, whose rows may be many. */
  readonly listedMsOf: (walletId: string) => Effect.Effect<KeptActivity["asOfMs"], StoreFailed>;

  /** Keeps resolutions. The first one of a condition stays. */
  readonly noteResolutions: (
    resolutions: ReadonlyArray<KeptResolution>,
  ) => Effect.Effect<void, StoreFailed>;

  readonly resolutionsOf: (
    conditionIds: ReadonlyArray<ConditionId>,
  ) => Effect.Effect<ReadonlyArray<KeptResolution>, StoreFailed>;
}>()("core/port/LedgerStore") {}
