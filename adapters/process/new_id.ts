/**
 * Implements {@linkcode NewId} on the runtime's own ids.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { NewId } from "../../core/port/new_id.ts";

/** Provides new ids. */
export const layerNewId: Layer.Layer<NewId> = Layer.succeed(
  NewId,
  Effect.sync(() => Bun.randomUUIDv7()),
);
