/**
 * Leadership without shared storage: this process always leads.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { Leadership } from "../../core/port/mod.ts";

/** Always leads: data in memory belongs to one process. */
export const layerMemoryLeadership: Layer.Layer<Leadership> = Layer.succeed(
  Leadership,
  Leadership.of({ isLeading: Effect.succeed(true) }),
);
