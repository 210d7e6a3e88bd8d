/**
 * A wallet, as far as its work on the chain needs it.
 *
 * @module
 */
import type { OrderHolder } from "../../port/order_venue.ts";
import type { StoredWallet } from "../../port/wallet_store.ts";

/** A wallet with its identity at the venue, which is asked for balances. */
export interface ChainWallet extends StoredWallet {
  readonly holder: OrderHolder;
}
