/**
 * Tells the jobs of this replica of orders that it has just placed, and of guards.
 *
 * @module
 */
import { Context, Effect, Layer, Queue } from "effect";

/** Nobody has to hear of each order: whoever takes an entry asks the store. */
export class OrderSignals extends Context.Service<OrderSignals, {
  /** Has an entry after an order with a life was stored here. */
  readonly lives: Queue.Queue<void>;
  /** Has an entry after a guard was armed or disarmed here. */
  readonly guards: Queue.Queue<void>;
  /** Has an entry after the venue's heartbeats of a wallet were begun or ended here. */
  readonly heartbeats: Queue.Queue<void>;
  /** Has an entry after an order was sent from here. */
  readonly sent: Queue.Queue<void>;
}>()("core/use_case/OrderSignals") {}

/** The signals of this replica. */
export const layerOrderSignals: Layer.Layer<OrderSignals> = Layer.effect(
  OrderSignals,
  Effect.all({
    lives: Queue.sliding<void>(1),
    guards: Queue.sliding<void>(1),
    heartbeats: Queue.sliding<void>(1),
    sent: Queue.sliding<void>(1),
  }),
);
