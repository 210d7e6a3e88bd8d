/**
 * Port: leader election among the processes that share a store, for work that only one may do.
 *
 * @module
 */
import { Context, type Effect } from "effect";

/** Knows whether this process is the leader. */
export class Leadership extends Context.Service<Leadership, {
  /**
   * Whether this process is the leader now; it becomes the leader soon after there is none. A
   * leader that hangs, ends or loses the store is replaced within 5 s, and is not the leader from
   * then on: the store refuses what it still writes.
   */
  readonly isLeading: Effect.Effect<boolean>;
}>()("core/port/Leadership") {}
