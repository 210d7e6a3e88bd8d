/** A simulated SX Bet for the adapter's tests. @module */
import { makeSxBetPlatformSource } from "../../../adapters/sx_bet/platform_source.ts";
import { makeSxBetSimulator } from "../../../app/simulator/sx_bet/sx_bet_simulator.ts";
import { listingWorld } from "../../contract/listing_platform.ts";

export const { start: makeSxBet, run: withSxBet } = listingWorld({
  simulate: makeSxBetSimulator,
  makeSource: makeSxBetPlatformSource,
});
