/**
 * The limits that several clients of one provider share.
 *
 * @module
 */
import type { GammaOptions } from "../adapters/polymarket/gamma/client.ts";
import { makeGammaLimits } from "../adapters/polymarket/gamma/shared_limits.ts";
import type { PrimaryVenueSetup, ProviderSetup } from "./live_config.ts";

/** The providers' setup with the limits of the venue's metadata service. */
export interface LimitedProviderSetup extends ProviderSetup {
  readonly venue: PrimaryVenueSetup & Required<GammaOptions>;
}

/** Adds limits without any history. Do so once per process, before the ports are made. */
export function withSharedLimits(setup: ProviderSetup): LimitedProviderSetup {
  return { ...setup, venue: { ...setup.venue, gammaLimits: makeGammaLimits() } };
}
