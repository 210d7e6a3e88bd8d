/**
 * Port: the number of requests of each caller in the current rate window.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { QuotaHit } from "../access/mod.ts";
import type { StoreFailed } from "./store_failure.ts";

/** Counts requests. */
export class QuotaStore extends Context.Service<QuotaStore, {
  /** Where counts are kept now: in Redis, shared by all replicas, or in this process's memory. */
  readonly kind: Effect.Effect<"redis" | "memory">;

  /**
   * Adds the hit's cost to the caller's count and returns the new count; the counts of past rate
   * windows are discarded. What is known at once is a number: this runs on every request, where a
   * fiber would be felt.
   */
  readonly add: (hit: QuotaHit) => number | Effect.Effect<number, StoreFailed>;
}>()("core/port/QuotaStore") {}
