/**
 * What an accepted order tells of its wallet: which contract it is, and whose.
 *
 * @module
 */
import { type WalletKind, type WalletRegistry } from "../chain/wallet_registry.ts";
import { type PlacedOrder } from "./placed_order.ts";

const KINDS: ReadonlyMap<number, WalletKind> = new Map([
  [1, "PROXY"],
  [2, "SAFE"],
  [3, "WALLET"],
]);

/** Tells the chain's registry of an order's wallet; a key that is its own wallet is none. */
export function learnWallet(
  { address, order }: Pick<PlacedOrder, "address" | "order">,
  wallets: Pick<WalletRegistry, "learn">,
): void {
  const kind = KINDS.get(order.signatureType);
  if (kind !== undefined) wallets.learn(order.maker, { owner: address, kind });
}
