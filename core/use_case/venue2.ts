/**
 * What the operator chose of the secondary venue: which network of it, and how often to look.
 *
 * @module
 */
import { Context } from "effect";
import type { Network } from "../venue2/mod.ts";

/** The choice. */
export interface Venue2Choice {
  readonly network: Network;
  /** How often the list of markets is looked at and kept, in seconds of the service's clock. */
  readonly refreshSec: number;
}

/** The choice in force. */
export const Venue2 = Context.Reference<Venue2Choice>("core/use_case/Venue2", {
  defaultValue: () => ({ network: "mainnet", refreshSec: 15 }),
});
