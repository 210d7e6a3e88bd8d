/** {@linkcode Leases} and {@linkcode News} of a process that has no others beside it. @module */
import { Effect, Layer } from "effect";
import { Leases, News } from "../../core/port/mod.ts";

/** It holds every lease, and nobody hears its news. */
export const layerLoneReplica: Layer.Layer<Leases | News> = Layer.mergeAll(
  Layer.succeed(Leases, {
    state: () => "off",
    held: () => [],
    holds: () => true,
    whileHeld: (_name, work) => work,
  }),
  Layer.succeed(News, {
    publish: () => {},
    listen: () => () => {},
    recall: () => Effect.succeed([]),
  }),
);
