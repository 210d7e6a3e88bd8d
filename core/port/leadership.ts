/**
 * Port: leader election among the processes that share a store, for work that only one may do.
 *
 * @module
 */
import { Context, type Effect } from "effect";

/** Knows whether this process is the leader. */
export class Leadership extends Context.Service<Leadership, {
  /**
   * Whether this process is the leader now; it becomes the leader if there is none. A leader stays
   * so until it ends or loses its connection to the store. False while the store is unreachable.
   */
  readonly isLeading: Effect.Effect<boolean>;
}>()("core/port/Leadership") {}
