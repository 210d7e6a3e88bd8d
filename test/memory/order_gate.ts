/** {@linkcode OrderGate} that is never closed. @module */
import { Layer } from "effect";
import { OrderGate } from "../../core/port/order_gate.ts";

/** Lets every order pass. */
export const layerOpenOrderGate: Layer.Layer<OrderGate> = Layer.succeed(OrderGate, {
  pass: (place) => place,
});
