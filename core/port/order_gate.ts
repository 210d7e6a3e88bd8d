/**
 * Port: pauses order entry while the venue keeps failing.
 *
 * @module
 */
import { Context, type Effect, Schema } from "effect";

/** Order entry is paused because the venue failed too often in a row. Nothing was sent. */
export class OrderEntryPaused extends Schema.TaggedError<OrderEntryPaused>()("OrderEntryPaused", {
  retryAfterSec: Schema.Number,
}) {
  override get message(): string {
    return "Cannot place orders now: the venue failed several times in a row";
  }
}

/** What the result of an order shows of the venue: that it fails, that it works, or nothing. */
export type GateVerdict = "failed" | "worked" | "nothing";

/** Guards order entry only: listing and cancelling always pass. */
export class OrderGate extends Context.Service<OrderGate, {
  /** Runs `place` unless entry is paused. `judge`: returns what its result shows of the venue. */
  readonly pass: <A, E, R>(
    place: Effect.Effect<A, E, R>,
    judge: (result: A) => GateVerdict,
  ) => Effect.Effect<A, E | OrderEntryPaused, R>;
}>()("core/port/OrderGate") {}
