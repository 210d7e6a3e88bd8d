/**
 * Windows as bots see them: found, quoted, and followed.
 *
 * @module
 */
import { Layer } from "effect";
import {
  layerAskedQuotes,
  layerLiveWindows,
  layerWindowFacts,
} from "../../core/use_case/window/mod.ts";

export { LiveWindows } from "../../core/use_case/window/mod.ts";

/** Provides windows, over prices, the venue's catalog and its order books. */
export const layerWindows = layerLiveWindows.pipe(
  Layer.provideMerge(Layer.merge(layerWindowFacts, layerAskedQuotes)),
);
