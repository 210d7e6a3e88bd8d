/**
 * Port: keeps orders back while the venue fails one after the other.
 *
 * @module
 */
import { Context, type Effect, Schema } from "effect";

/** Order entry rests, as the venue has failed too often. Nothing was sent. */
export class OrderEntryPaused extends Schema.TaggedError<OrderEntryPaused>()("OrderEntryPaused", {
  retryAfterSec: Schema.Number,
}) {
  override get message(): string {
    return "Cannot place orders now: the venue failed at several in a row";
  }
}

/** Stands before order entry alone: listing and cancelling are never kept back. */
export class OrderGate extends Context.Service<OrderGate, {
  /**
   * Runs `place` unless entry rests. `isTrouble`: whether what came of it speaks of a venue that
   * fails.
   */
  readonly pass: <A, E, R>(
    place: Effect.Effect<A, E, R>,
    isTrouble: (result: A) => boolean,
  ) => Effect.Effect<A, E | OrderEntryPaused, R>;
}>()("core/port/OrderGate") {}
