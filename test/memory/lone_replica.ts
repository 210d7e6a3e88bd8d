/** {@linkcode Leases} and {@linkcode News} of a process that has no others beside it. @module */
import { Effect, Layer } from "effect";
import { EVERY_LEASE, Leases, News } from "../../core/port/mod.ts";

/** It holds every lease, and nobody hears its news. */
export const layerLoneReplica: Layer.Layer<Leases | News> = Layer.mergeAll(
  Layer.succeed(Leases, EVERY_LEASE),
  Layer.succeed(News, {
    publish: () => {},
    listen: () => Effect.void,
    recall: () => Effect.succeed([]),
  }),
);
