/**
 * What the service answers about newest trades.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Asset } from "./names.ts";

export interface Spot {
  readonly now: string;
  readonly asset: Asset;
  /** Price of the trade in US dollars, with all its digits */
  readonly price: number;
  /** When it was traded, by the exchange's clock */
  readonly at: string;
  /**
   * Always the exchange's own trade: of its spot market, or of its futures where it
   * trades the asset only there
   */
  readonly source: "aggTrades";
}

/** The requests about newest trades: what each takes, and its answer. */
export interface SpotOperations {
  /** The exchange's newest trade */
  readonly "GET spot": {
    readonly input: {
      /** The asset, in any case */
      readonly asset?: Asset;
    };
    readonly answer: Spot;
  };
}
