/**
 * What an operator has chosen for a service, as its parts ask for it.
 *
 * @module
 */
import { Layer } from "effect";
import { networkOf } from "../../adapters/hyperliquid/network.ts";
import { type ServiceSetup, ServiceSetupPort } from "../../core/port/service_setup.ts";
import { Games } from "../../core/use_case/game/mod.ts";
import { Venue } from "../../core/use_case/venue/mod.ts";
import { Venue2 } from "../../core/use_case/venue2/mod.ts";
import { WalletWarnE6 } from "../operator/balance_operation.ts";
import type { Settings } from "../settings/settings.ts";

/** Provides the choices of venues, games and wallets, and how the service is set up. */
export function layerChoices(
  { venue, games, venue2Sec, walletWarnE6, providers: { venue2 } }: Settings,
  setup: ServiceSetup | undefined,
) {
  const { tradeOrigin } = venue2;
  const choice = {
    network: networkOf(venue2.url),
    refreshSec: venue2Sec,
    ...(tradeOrigin === undefined ? {} : { tradeOrigin }),
  };
  return Layer.mergeAll(
    Layer.succeed(Venue, venue),
    Layer.succeed(Venue2, choice),
    Layer.succeed(Games, games.plan),
    Layer.succeed(WalletWarnE6, walletWarnE6),
    Layer.succeed(ServiceSetupPort, setup),
  );
}
