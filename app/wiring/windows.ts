/**
 * Windows as bots see them: found, quoted, and followed.
 *
 * @module
 */
import { Layer } from "effect";
import { layerLegDays } from "../../core/use_case/leg/mod.ts";
import {
  layerAskedQuotes,
  layerLiveWindows,
  layerWindowFacts,
} from "../../core/use_case/window/mod.ts";

export { LiveWindows } from "../../core/use_case/window/mod.ts";

/** Provides windows, over prices, the venue's catalog, its order books, and other venues. */
export const layerWindows = layerLiveWindows.pipe(
  Layer.provideMerge(Layer.mergeAll(layerWindowFacts, layerAskedQuotes, layerLegDays)),
);
