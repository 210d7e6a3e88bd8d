/**
 * Random tapes of trades that crowd around full hours, and ways in which they may arrive.
 *
 * @module
 */
import fc from "fast-check";
import { TIME_DISORDER_MS_MAX } from "../../../adapters/binance/hour_rollover.ts";
import type { AggTrade } from "../../../adapters/binance/payload.ts";

export const HOUR_MS = 3_600_000;

/** 2025-12-20T00:00:00Z. */
const ORIGIN_MS = 1_766_188_800_000;
const FIRST_ID = 1_000;

/** A trade of a tape; its price is nobody's business here. */
export function trade(id: number, atMs: number): AggTrade {
  return { a: id, p: "1.5", q: "1", T: atMs };
}

export function hourOf({ T }: AggTrade): number {
  return Math.floor(T / HOUR_MS);
}

/** How far the next trade is: some milliseconds, some minutes, or close to the next full hour. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: 0, max: 90 }).map((ms) => (atMs: number) => atMs + ms),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 5_000_000 }).map((ms) => (atMs: number) => atMs + ms),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: -400, max: 200 })
      .map((ms) => (atMs: number) =>
        Math.max(atMs, (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS + ms)
      ),
  },
);

/** Trades with consecutive ids. `disorderMsMax` is how far their times may go back. */
export function tape(disorderMsMax: number): fc.Arbitrary<ReadonlyArray<AggTrade>> {
  const next = fc.tuple(step, fc.integer({ min: 0, max: disorderMsMax }));
  return fc.array(next, { minLength: 1, maxLength: 60 }).map((steps) => {
    let atMs = ORIGIN_MS - 300;
    return steps.map(([go, backMs], index) => {
      atMs = go(atMs);
      return trade(FIRST_ID + index, atMs - backMs);
    });
  });
}

/** The most disorder that is allowed for. */
export const disorderly = tape(TIME_DISORDER_MS_MAX);

/** One thing that happens on the way from the exchange to us. */
export type Delivery =
  /** The next trades come. */
  | { readonly kind: "come"; readonly count: number }
  /** The next trades never come: dropped, or made while we were not connected. */
  | { readonly kind: "lose"; readonly count: number }
  /** Trades from so far back come again, as from another host. */
  | { readonly kind: "repeat"; readonly back: number; readonly count: number }
  /** One of the open questions for missing trades is answered with so many of them. */
  | { readonly kind: "answer"; readonly which: number; readonly count: number };

export const count = fc.integer({ min: 1, max: 6 });
export const come = count.map((count): Delivery => ({ kind: "come", count }));
export const lose = count.map((count): Delivery => ({ kind: "lose", count }));
export const repeat = fc.tuple(fc.nat(8), count)
  .map(([back, count]): Delivery => ({ kind: "repeat", back, count }));
export const answer = fc.tuple(fc.nat(3), fc.oneof(count, fc.constant(Infinity)))
  .map(([which, count]): Delivery => ({ kind: "answer", which, count }));
