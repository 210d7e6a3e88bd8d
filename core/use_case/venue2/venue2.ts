/**
 * The operator's settings for the secondary venue: its network and the refresh period.
 *
 * @module
 */
import { Context } from "effect";
import { type Network, TRADE_ORIGIN } from "../../venue2/mod.ts";

/** The settings for the secondary venue. */
export interface Venue2Choice {
  readonly network: Network;
  /** The origin of a trading site that replaces the network's own. */
  readonly tradeOrigin?: string;
  /** The period at which the list of markets is refreshed, in seconds of the service's clock. */
  readonly refreshSec: number;
}

/** Returns the origin of market pages. */
export function tradeOriginOf({ network, tradeOrigin }: Venue2Choice): string {
  return tradeOrigin ?? TRADE_ORIGIN[network];
}

/** The settings in force. */
export const Venue2 = Context.Reference<Venue2Choice>("core/use_case/Venue2", {
  defaultValue: () => ({ network: "mainnet", refreshSec: 15 }),
});
