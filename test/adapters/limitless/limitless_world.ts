/** A simulated Limitless for the adapter's tests. @module */
import { makeLimitlessPlatformSource } from "../../../adapters/limitless/platform_source.ts";
import { makeLimitlessSimulator } from "../../../app/simulator/limitless/limitless_simulator.ts";
import { listingWorld } from "../../contract/listing_platform.ts";

export const { start: makeLimitless, run: withLimitless } = listingWorld({
  simulate: (parts) => makeLimitlessSimulator({ ...parts, seed: 1 }),
  makeSource: makeLimitlessPlatformSource,
});
