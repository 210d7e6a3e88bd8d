/**
 * Who leads where nothing is shared: this process.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { Leadership } from "../../core/port/mod.ts";

/** Always leads: what is kept in memory has no other process. */
export const layerMemoryLeadership: Layer.Layer<Leadership> = Layer.succeed(
  Leadership,
  Leadership.of({ isLeading: Effect.succeed(true) }),
);
