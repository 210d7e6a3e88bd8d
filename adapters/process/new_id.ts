/**
 * Implements {@linkcode NewId} on the runtime's own ids.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { NewId, ReplayedIds } from "../../core/port/new_id.ts";

/** Provides new ids. */
export const layerNewId: Layer.Layer<NewId> = Layer.effect(
  NewId,
  Effect.map(ReplayedIds, (makeId) => Effect.sync(() => makeId?.() ?? Bun.randomUUIDv7())),
);
