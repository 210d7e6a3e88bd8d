/**
 * Tells the job that ends lives of orders which this replica has just placed.
 *
 * @module
 */
import { Context, Effect, Layer, Queue } from "effect";

/** Orders with a life. */
export class OrderLives extends Context.Service<OrderLives, {
  /** Has an entry after an order with a life was stored here. */
  readonly placed: Queue.Queue<void>;
}>()("core/use_case/OrderLives") {}

/** Nobody has to hear of each order: whoever takes the entry asks the store. */
export const layerOrderLives: Layer.Layer<OrderLives> = Layer.effect(
  OrderLives,
  Effect.map(Queue.sliding<void>(1), (placed) => OrderLives.of({ placed })),
);
