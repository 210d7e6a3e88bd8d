/**
 * A process without a fleet: it does all the work, and publishes to no other.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { EVERY_LEASE, Leases } from "../../core/port/leases.ts";
import { News } from "../../core/port/news.ts";

/** Provides every lease, and no news. */
export const layerNoFleet: Layer.Layer<Leases | News> = Layer.mergeAll(
  Layer.succeed(Leases, EVERY_LEASE),
  Layer.succeed(News, {
    publish: () => {},
    listen: () => Effect.void,
    recall: () => Effect.succeed([]),
  }),
);
