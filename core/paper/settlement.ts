/**
 * When a fill on paper is settled, or taken back: drawn once, from its id.
 *
 * @module
 */
import type { OrderFill } from "../order/mod.ts";
import { draw } from "./draw.ts";

/** How fills settle. Times are from the match, in milliseconds. */
export interface SettlementTerms {
  /** The part that fails, from 0 to 1. */
  readonly failedShare: number;
  readonly minedMs: readonly [from: number, to: number];
  /** From `mined` to `confirmed`; what fails does so at that time without being mined. */
  readonly confirmedMs: readonly [from: number, to: number];
}

/**
 * The terms where nothing was measured: users report that fills settle within seconds, and that a
 * few of a hundred are taken back.
 */
export const USUAL_SETTLEMENT: SettlementTerms = {
  failedShare: 0.02,
  minedMs: [1_000, 5_000],
  confirmedMs: [2_000, 10_000],
};

/** The drawn end of a fill. Instants are unix milliseconds. */
export interface Settlement {
  readonly minedMs: number;
  readonly endMs: number;
  readonly isFailed: boolean;
}

/** Draws when a fill is settled. `tradeId` decides. */
export function settlementOf(
  { tradeId, matchedMs }: Pick<OrderFill, "tradeId" | "matchedMs">,
  { failedShare, minedMs, confirmedMs }: SettlementTerms,
): Settlement {
  const within = ([from, to]: readonly [number, number], what: string) =>
    Math.floor(from + (to - from) * draw(`${what} ${tradeId}`));
  const mined = matchedMs + within(minedMs, "mined");
  return {
    minedMs: mined,
    endMs: mined + within(confirmedMs, "confirmed"),
    isFailed: draw(`failed ${tradeId}`) < failedShare,
  };
}
