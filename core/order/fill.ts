/**
 * Fills: what a trade moved for one order, until the chain has settled it or taken it back.
 *
 * Reports come in any order, twice, late, and from several sources. What is known of a fill is the
 * join of all of them, so it depends on the set of what was heard and not on its order.
 *
 * Source: the venue's documentation of trade states, autumn 2026.
 *
 * @module
 */
import { Option } from "effect";
import { ONE_E6 } from "../fee/mod.ts";
import { type Fill, NO_FILL } from "./order_outcome.ts";

/**
 * - `matched`: by the venue, and not on the chain: provisional.
 * - `mined`: on the chain, which may still drop it.
 * - `retrying`: the chain has dropped it, and it is sent once more.
 * - `confirmed`: settled, for good.
 * - `failed`: taken back, for good.
 *
 * In this order: what is further right is heard later, or wins.
 */
export const FILL_STATES = ["matched", "mined", "retrying", "failed", "confirmed"] as const;

/** One of {@linkcode FILL_STATES}. */
export type FillState = (typeof FILL_STATES)[number];

/** Whether a fill has a next state. */
export function isFinalFill(state: FillState): boolean {
  return state === "confirmed" || state === "failed";
}

/** Who came to the book: the taker pays the fee. */
export const FILL_ROLES = ["taker", "maker"] as const;

/** One of {@linkcode FILL_ROLES}. */
export type FillRole = (typeof FILL_ROLES)[number];

/** What one order got of one trade. Amounts are times 10^6, prices USDC a share. */
export interface OrderFill {
  readonly tradeId: string;
  /** The order's hash. */
  readonly orderId: string;
  readonly role: FillRole;
  readonly priceE6: bigint;
  readonly sharesE6: bigint;
  readonly state: FillState;
  /** The transaction on the chain, which may be replaced until the fill is confirmed. */
  readonly tx: Option.Option<string>;
  /** Unix milliseconds by the venue's clock. */
  readonly matchedMs: number;
}

/** Returns the id of a fill: one trade may fill several orders, and one order several times. */
export function fillIdOf({ tradeId, orderId }: Pick<OrderFill, "tradeId" | "orderId">): string {
  return `${tradeId}:${orderId}`;
}

/**
 * Returns what is known of a fill of which two things were heard. The transaction is that of the
 * last state: an earlier one's may have been replaced, and to keep it where the last state names
 * none would depend on the order in which three reports are joined.
 */
export function joinFills(a: OrderFill, b: OrderFill): OrderFill {
  const last = isBefore(a, b) ? b : a;
  return { ...last, matchedMs: Math.min(a.matchedMs, b.matchedMs) };
}

/** Returns what is known of each fill, by its id, after all that was heard. */
export function fillsById(heard: Iterable<OrderFill>): Map<string, OrderFill> {
  const byId = new Map<string, OrderFill>();
  for (const fill of heard) {
    const known = byId.get(fillIdOf(fill));
    byId.set(fillIdOf(fill), known === undefined ? fill : joinFills(known, fill));
  }
  return byId;
}

/** A total order, so that of two reports with one state the same one wins, whichever is first. */
function isBefore(a: OrderFill, b: OrderFill): boolean {
  const [rankA, rankB] = [rankOf(a.state), rankOf(b.state)];
  if (rankA !== rankB) return rankA < rankB;
  const texts = [a, b].map(({ tx, role, priceE6, sharesE6 }) =>
    [Option.getOrElse(tx, () => ""), role, priceE6, sharesE6].join(" ")
  );
  return (texts[0] ?? "") < (texts[1] ?? "");
}

/** Returns the rank of a state in the order of {@linkcode FILL_STATES}. */
export function rankOf(state: FillState): number {
  return FILL_STATES.indexOf(state);
}

/** Returns what a fill is worth, in USDC times 10^6, rounded down as the venue's contracts do. */
export function fillUsdcE6({ priceE6, sharesE6 }: Pick<OrderFill, "priceE6" | "sharesE6">): bigint {
  return priceE6 * sharesE6 / ONE_E6;
}

/** What the fills of an order come to. Every amount is stated. */
export interface FillTotals {
  /** All of them, those that failed included. */
  readonly heard: Fill;
  readonly settled: Fill;
  readonly failed: Fill;
}

/** No fill was heard of. */
export const NO_TOTALS: FillTotals = { heard: NO_FILL, settled: NO_FILL, failed: NO_FILL };

/** Adds up the fills of an order, each once. */
export function totalsOf(
  fills: ReadonlyArray<Pick<OrderFill, "priceE6" | "sharesE6" | "state">>,
): FillTotals {
  const sum = (those: typeof fills): Fill => ({
    sharesE6: Option.some(those.reduce((all, { sharesE6 }) => all + sharesE6, 0n)),
    usdcE6: Option.some(those.reduce((all, fill) => all + fillUsdcE6(fill), 0n)),
  });
  return {
    heard: sum(fills),
    settled: sum(fills.filter(({ state }) => state === "confirmed")),
    failed: sum(fills.filter(({ state }) => state === "failed")),
  };
}

/**
 * Returns what an order has traded that was not taken back: by its own count or by its fills,
 * whichever is more, less what failed. It is not known where it states none: more may be unheard.
 */
export function filledOf(stated: Fill, { heard, failed }: FillTotals): Fill {
  const isListed = Option.exists(Option.all([stated.sharesE6, heard.sharesE6]), ([own, listed]) =>
    // Its own count of the money is exact where both count the same shares.
    listed > own || (listed === own && Option.isNone(stated.usdcE6)));
  const all = isListed ? heard : stated;
  return { sharesE6: less(all.sharesE6, failed.sharesE6), usdcE6: less(all.usdcE6, failed.usdcE6) };
}

function less(
  amountE6: Option.Option<bigint>,
  failedE6: Option.Option<bigint>,
): Option.Option<bigint> {
  return Option.map(amountE6, (e6) => {
    const left = e6 - Option.getOrElse(failedE6, () => 0n);
    return left > 0n ? left : 0n;
  });
}
