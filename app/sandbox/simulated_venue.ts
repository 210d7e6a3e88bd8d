/**
 * The addresses of the simulated primary venue, for every host of the real one.
 *
 * @module
 */
import type { PrimaryVenueSettings } from "../settings/provider_settings.ts";
import type { SocketSetting } from "../settings/sandbox_settings.ts";
import { orderBookSocket } from "./simulated_sockets.ts";
import type { Simulators } from "../simulator/start_simulators.ts";

/** Returns its addresses. One simulator serves both the venue's site and its data service. */
export function simulatedVenue(
  simulators: Pick<Simulators, "urlOf">,
  elsewhere: ReadonlyMap<SocketSetting, string> = new Map(),
): PrimaryVenueSettings {
  return {
    gammaUrl: simulators.urlOf("venue-metadata"),
    siteUrl: simulators.urlOf("site"),
    dataUrl: simulators.urlOf("site"),
    clobUrl: simulators.urlOf("venue-orders"),
    clobWsUrl: orderBookSocket(simulators, elsewhere),
  };
}
