/**
 * Which contract each key trades for.
 *
 * The real venue finds it on the chain; here it is learned from the orders that were taken.
 *
 * @module
 */
import { type PlacedOrder } from "./placed_order.ts";

/** Addresses are in small letters. */
export interface Funders {
  /** The maker of the last order that was taken with this key and signature type. */
  of(address: string, signatureType: string | null): string | undefined;
  learn(placed: Pick<PlacedOrder, "address" | "order">): void;
}

/** None is known yet. */
export function makeFunders(): Funders {
  const makers = new Map<string, string>();
  return {
    of: (address, signatureType) => makers.get(`${address} ${signatureType}`),
    learn: ({ address, order }) =>
      void makers.set(`${address} ${order.signatureType}`, order.maker.toLowerCase()),
  };
}
