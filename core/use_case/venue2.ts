/**
 * What the operator chose of the secondary venue: which network of it, and how often to look.
 *
 * @module
 */
import { Context } from "effect";
import { type Network, TRADE_ORIGIN } from "../venue2/mod.ts";

/** The choice. */
export interface Venue2Choice {
  readonly network: Network;
  /** Where people trade instead of on the network's own site: an origin. */
  readonly tradeOrigin?: string;
  /** How often the list of markets is looked at and kept, in seconds of the service's clock. */
  readonly refreshSec: number;
}

/** Where the pages of markets are. */
export function tradeOriginOf({ network, tradeOrigin }: Venue2Choice): string {
  return tradeOrigin ?? TRADE_ORIGIN[network];
}

/** The choice in force. */
export const Venue2 = Context.Reference<Venue2Choice>("core/use_case/Venue2", {
  defaultValue: () => ({ network: "mainnet", refreshSec: 15 }),
});
