/**
 * The contract that each key trades for.
 *
 * The real venue reads it from the chain; here it is learned from accepted orders.
 *
 * @module
 */
import { BoundedMap } from "../../../../core/bounded_map.ts";
import { type PlacedOrder } from "./placed_order.ts";

/** Contracts by key. Addresses are in lower case. */
export interface Funders {
  /** Returns the maker of the last order accepted with this key and signature type. */
  of(address: string, signatureType: string | null): string | undefined;
  learn(placed: Pick<PlacedOrder, "address" | "order">): void;
}

/** The oldest keys are forgotten, as after a restart. */
const FUNDERS_MAX = 10_000;

/** Makes an empty table. */
export function makeFunders(): Funders {
  const makers = new BoundedMap<string, string>(FUNDERS_MAX);
  return {
    of: (address, signatureType) => makers.get(`${address} ${signatureType}`),
    learn: ({ address, order }) =>
      makers.set(`${address} ${order.signatureType}`, order.maker.toLowerCase()),
  };
}
