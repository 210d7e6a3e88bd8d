/**
 * Port: which one of the processes that share a store does the work that is done once.
 *
 * @module
 */
import { Context, type Effect } from "effect";

/** Knows who leads. */
export class Leadership extends Context.Service<Leadership, {
  /**
   * Whether this process leads, now; it takes the lead where nobody has it. Who leads goes on
   * leading until it ends or loses the store. False where the store cannot be asked.
   */
  readonly isLeading: Effect.Effect<boolean>;
}>()("core/port/Leadership") {}
