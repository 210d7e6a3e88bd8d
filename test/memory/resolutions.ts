/**
 * Fixed resolutions, for tests and for running without the venue.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { Resolutions } from "../../core/port/mod.ts";
import type { ConditionId, Resolution } from "../../core/venue/mod.ts";

/** Creates the port. No provider is asked: every answer is cached. */
export function makeStagedResolutions(
  resolutions: ReadonlyMap<ConditionId, Resolution>,
): Resolutions["Service"] {
  return Resolutions.of({
    of: (conditionId) =>
      Effect.sync(() => ({
        value: Option.fromUndefinedOr(resolutions.get(conditionId)),
        isCached: true,
      })),
  });
}

/** Provides the port as a layer. */
export function layerStagedResolutions(
  resolutions: ReadonlyMap<ConditionId, Resolution>,
): Layer.Layer<Resolutions> {
  return Layer.succeed(Resolutions, makeStagedResolutions(resolutions));
}
