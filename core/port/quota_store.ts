/**
 * Port: the number of requests of each caller in the current rate window.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { StoreFailed } from "./store_failure.ts";

/** Counts requests. */
export class QuotaStore extends Context.Service<QuotaStore, {
  /** Where counts are kept now: in Redis, shared by all replicas, or in this process's memory. */
  readonly kind: Effect.Effect<"redis" | "memory">;

  /**
   * Adds `cost` to the caller's count and returns the new count. `windowStartSec` identifies the
   * rate window; the counts of past rate windows are discarded.
   */
  readonly add: (hit: {
    readonly caller: string;
    readonly windowStartSec: number;
    readonly windowSec: number;
    readonly cost: number;
  }) => Effect.Effect<number, StoreFailed>;
}>()("core/port/QuotaStore") {}
