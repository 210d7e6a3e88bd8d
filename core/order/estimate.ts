/**
 * Three estimates of what an order on paper would have traded: nobody knows its place in the queue.
 *
 * @module
 */

/** What was traded, times 10^6. */
export interface Traded {
  readonly sharesE6: bigint;
  readonly usdcE6: bigint;
}

/**
 * - `pessimistic`: at rest, only what traded through its price; at once, the worse of the books
 *   before and after the delay, level by level.
 * - `likely`: at rest, once the queue before it is gone; at once, the book after the delay. The
 *   fills of a wallet follow this one.
 * - `optimistic`: at rest, all that traded at its price; at once, the better of both books.
 *
 * Of the shares each is at most the next.
 */
export const ESTIMATES = ["pessimistic", "likely", "optimistic"] as const;

/** One of {@linkcode ESTIMATES}. */
export type Estimate = (typeof ESTIMATES)[number];

/** Something of each estimate. */
export type ByEstimate<T> = Readonly<Record<Estimate, T>>;

/** Nothing was traded. */
export const NOTHING_TRADED: Traded = { sharesE6: 0n, usdcE6: 0n };

/** Makes something of each estimate. */
export function byEstimate<T>(make: (estimate: Estimate) => T): ByEstimate<T> {
  return {
    pessimistic: make("pessimistic"),
    likely: make("likely"),
    optimistic: make("optimistic"),
  };
}

/** Adds up what was traded. */
export function plusTraded(a: Traded, b: Traded): Traded {
  return { sharesE6: a.sharesE6 + b.sharesE6, usdcE6: a.usdcE6 + b.usdcE6 };
}
