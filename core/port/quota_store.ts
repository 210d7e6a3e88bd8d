/**
 * Port: how often a caller asked in the current window.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { StoreFailed } from "./store_failure.ts";

/** Counts requests. */
export class QuotaStore extends Context.Service<QuotaStore, {
  /** Where the counts live now: shared by all replicas, or in this process alone. */
  readonly kind: Effect.Effect<"redis" | "memory">;

  /**
   * Adds `cost` to the caller's count and gives the new count. A window that has passed is
   * forgotten; `windowStartSec` names it.
   */
  readonly add: (hit: {
    readonly caller: string;
    readonly windowStartSec: number;
    readonly windowSec: number;
    readonly cost: number;
  }) => Effect.Effect<number, StoreFailed>;
}>()("core/port/QuotaStore") {}
