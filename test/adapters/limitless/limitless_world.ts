/** A simulated Limitless for the adapter's tests. @module */
import type { Effect } from "effect";
import { makeLimitlessPlatformSource } from "../../../adapters/limitless/platform_source.ts";
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { makeLimitlessSimulator } from "../../../app/simulator/limitless/limitless_simulator.ts";
import type { Offer } from "../../../app/simulator/season/season.ts";
import {
  type ListingPlatform,
  type ListingTest,
  startListing,
  withListing,
} from "../../contract/listing_platform.ts";

const PLATFORM: ListingPlatform = {
  simulate: (parts) => makeLimitlessSimulator({ ...parts, seed: 1 }),
  makeSource: makeLimitlessPlatformSource,
};

/** Starts it with these offers for as long as the scope lives. */
export function makeLimitless(offers: () => ReadonlyArray<Offer>, clock: SandboxClock) {
  return startListing(PLATFORM, { offers, clock });
}

/** Runs a test with a new source, on a clock that moves when it is slept on. */
export function withLimitless<A>(
  test: (at: ListingTest) => Effect.Effect<A>,
  offers: () => ReadonlyArray<Offer> = () => [],
): Promise<A> {
  return withListing(PLATFORM, { test, offers });
}
