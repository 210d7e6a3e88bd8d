/** A simulated SX Bet for the adapter's tests. @module */
import type { Effect } from "effect";
import { makeSxBetPlatformSource } from "../../../adapters/sx_bet/platform_source.ts";
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { makeSxBetSimulator } from "../../../app/simulator/sx_bet/sx_bet_simulator.ts";
import type { Offer } from "../../../app/simulator/season/season.ts";
import {
  type ListingPlatform,
  type ListingTest,
  startListing,
  withListing,
} from "../../contract/listing_platform.ts";

const PLATFORM: ListingPlatform = {
  simulate: (parts) => makeSxBetSimulator(parts),
  makeSource: makeSxBetPlatformSource,
};

/** Starts it with these offers for as long as the scope lives. */
export function makeSxBet(offers: () => ReadonlyArray<Offer>, clock: SandboxClock) {
  return startListing(PLATFORM, { offers, clock });
}

/** Runs a test with a new source, on a clock that moves when it is slept on. */
export function withSxBet<A>(
  test: (at: ListingTest) => Effect.Effect<A>,
  offers: () => ReadonlyArray<Offer> = () => [],
): Promise<A> {
  return withListing(PLATFORM, { test, offers });
}
