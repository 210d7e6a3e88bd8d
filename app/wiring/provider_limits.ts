/**
 * The limits that several clients of one provider share.
 *
 * @module
 */
import type { GammaOptions } from "../../adapters/polymarket/gamma/client.ts";
import { makeGammaLimits } from "../../adapters/polymarket/gamma/shared_limits.ts";
import type { PrimaryVenueSettings, ProviderSettings } from "../settings/provider_settings.ts";

/** The providers' settings with the limits of the venue's metadata service. */
export interface LimitedProviderSettings extends ProviderSettings {
  readonly venue: PrimaryVenueSettings & Required<GammaOptions>;
}

/** Adds limits without any history. Do so once per process, before the ports are made. */
export function withSharedLimits(settings: ProviderSettings): LimitedProviderSettings {
  return { ...settings, venue: { ...settings.venue, gammaLimits: makeGammaLimits() } };
}
