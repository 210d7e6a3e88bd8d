/**
 * Tells the job of this replica of what it was just asked to do on the chain.
 *
 * @module
 */
import { Context, Layer, Queue } from "effect";

/** Has an entry after an action was stored here. Whoever takes it asks the store. */
export class ChainSignals extends Context.Service<ChainSignals, Queue.Queue<void>>()(
  "core/use_case/ChainSignals",
) {}

/** The signals of this replica. */
export const layerChainSignals: Layer.Layer<ChainSignals> = Layer.effect(
  ChainSignals,
  Queue.sliding<void>(1),
);
