/**
 * Port: sends the primary venue heartbeats of an API key, without which it cancels what is open.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { OrderCallFailure, OrderHolder } from "./order_venue.ts";

/**
 * What the venue answers a heartbeat with. `accepted`: send `nextId` next. `expected`: it counts
 * for nothing, because the venue expects `nextId`.
 */
export interface HeartbeatAnswer {
  readonly kind: "accepted" | "expected";
  readonly nextId: string;
}

/** Sends heartbeats. */
export class HeartbeatVenue extends Context.Service<HeartbeatVenue, {
  /**
   * Sends one heartbeat, at most once. The first has an empty id. Whether one arrived whose answer
   * is lost, the answer to the next one tells.
   */
  readonly beat: (heartbeat: {
    readonly holder: OrderHolder;
    readonly heartbeatId: string;
  }) => Effect.Effect<HeartbeatAnswer, OrderCallFailure>;
}>()("core/port/HeartbeatVenue") {}
