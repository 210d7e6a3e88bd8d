/**
 * What the service answers about averages.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */
import type { Asset } from "./names.ts";

export interface Twap {
  readonly asset: Asset;
  /** The pair, such as `btc/usd` */
  readonly symbol: string;
  /** The look-back of the average */
  readonly windowSeconds: 30 | 60;
  /** The average in US dollars, exact decimal text without trailing zeros */
  readonly value: string;
  /** The same times 10^18, text of an integer */
  readonly valueE18: string;
  /** The observed second */
  readonly observedAt: string;
  /** Always the oracle's own average */
  readonly source: "oracle_twap";
}

/** The requests about averages: what each takes, and its answer. */
export interface TwapOperations {
  /** The latest average */
  readonly "GET twap/latest": {
    readonly input: {
      /** The asset, in any case */
      readonly asset?: Asset;
      /** The look-back in seconds. Markets resolve on 60. Not every asset has a feed of 30 */
      readonly window?: 30 | 60;
    };
    readonly answer: Twap;
  };
}
