/**
 * The contract that each key trades for.
 *
 * The real venue reads it from the chain; here it is learned from accepted orders.
 *
 * @module
 */
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type PlacedOrder } from "./placed_order.ts";

/** Contracts by key. Addresses are in lower case. */
export interface Funders {
  /** Returns the maker of the last order accepted with this key and signature type. */
  of(address: string, signatureType: string | null): string | undefined;
  learn(placed: Pick<PlacedOrder, "address" | "order">): void;
}

/** The oldest keys are forgotten. */
const FUNDERS_MAX = 10_000;

/** Makes a table, empty but for what was kept. */
export function makeFunders(kept: KeptMaps = UNKEPT): Funders {
  const makers = kept.map<string>("funders", FUNDERS_MAX);
  return {
    of: (address, signatureType) => makers.get(`${address} ${signatureType}`),
    learn: ({ address, order }) =>
      makers.set(`${address} ${order.signatureType}`, order.maker.toLowerCase()),
  };
}
