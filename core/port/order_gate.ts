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

/** What an order says of the venue: that it fails, that it works, or nothing. */
export type GateVerdict = "failed" | "worked" | "nothing";

/** Stands before order entry alone: listing and cancelling are never kept back. */
export class OrderGate extends Context.Service<OrderGate, {
  /** Runs `place` unless entry rests. `judge`: what came of it says of the venue. */
  readonly pass: <A, E, R>(
    place: Effect.Effect<A, E, R>,
    judge: (result: A) => GateVerdict,
  ) => Effect.Effect<A, E | OrderEntryPaused, R>;
}>()("core/port/OrderGate") {}
