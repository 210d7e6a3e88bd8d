/**
 * The price of a coin over time, from which its candles and trades are made.
 *
 * @module
 */
import { type World } from "../world/world.ts";
import { sideOf } from "./coin.ts";
import { type ListedOutcome, outcomesOf, readOutcome, readQuestion } from "./listed_outcome.ts";
import { type ListingState } from "./listing_state.ts";
import { markPrice, PERPS } from "./perp.ts";
import { type MidPrices } from "./mid_prices.ts";
import { type RecurringMarkets } from "./recurring.ts";

/** Instants are unix milliseconds; the coin was traded in `[fromMs, untilMs)`. */
export interface PriceTrack {
  readonly coin: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The price as text. */
  priceAt(ms: number): string;
}

/** Finds the track of a coin as known at an instant; undefined for a coin without a price. */
export type FindTrack = (coin: string, nowMs: number) => PriceTrack | undefined;

/** Makes the tracks of the world; overridden prices have none. */
export function makeFindTrack(
  { world, recurring, listings, prices }: {
    readonly world: World;
    readonly recurring: RecurringMarkets;
    readonly listings: ListingState;
    readonly prices: MidPrices;
  },
): FindTrack {
  const listed = (outcome: number, nowMs: number): ListedOutcome | undefined => {
    const known = outcomesOf(listings.served(nowMs).listing).get(outcome);
    const past = recurring.find(outcome, nowMs);
    return known ?? (past && readOutcome(past.row, readQuestion(past.question)));
  };
  return (coin, nowMs) => {
    const untilMs = nowMs + 1;
    const perp = PERPS.get(coin);
    if (perp !== undefined) {
      return { coin, fromMs: 0, untilMs, priceAt: (ms) => markPrice(world, perp, ms / 1000) };
    }
    const side = sideOf(coin);
    const outcome = side && listed(side.outcome, nowMs);
    if (side === undefined || outcome === undefined) return undefined;
    const priceAt = (ms: number) => prices.worldMid(outcome, side.side, Math.floor(ms / 1000));
    if (priceAt(nowMs) === undefined) return undefined;
    const daily = recurring.find(side.outcome, nowMs);
    return {
      coin,
      fromMs: daily?.created.createdMs ?? 0,
      untilMs: Math.min(untilMs, daily?.expired.settledMs ?? Infinity),
      priceAt: (ms) => priceAt(ms) ?? "0",
    };
  };
}
