/**
 * What the order calls work with, and whose orders they mean.
 *
 * @module
 */
import { type Answer } from "../../kit/answer.ts";
import { type Engine } from "./engine.ts";
import { type KeyedRequest } from "./keyed_call.ts";
import { type EntryParts } from "./order_entry.ts";
import { type PlacedOrder } from "./placed_order.ts";
import { type Counting, type RateBuckets } from "./rate_bucket.ts";
import { type TradeLog } from "./trade_log.ts";
import { type VenueState } from "./trading_mode.ts";

/** The parts that the calls use. */
export interface OrderCallParts extends EntryParts {
  readonly engine: Engine;
  readonly trades: TradeLog;
  readonly buckets: RateBuckets;
  readonly state: VenueState;
  /** Called with every accepted order. */
  readonly onTaken: (placed: PlacedOrder) => void;
}

/** Answers a call whose cost is known, within the signer's limits. */
export type Limited = (
  keyed: KeyedRequest,
  what: Pick<Counting, "counted" | "count">,
  answer: () => Answer | Promise<Answer>,
) => Promise<Answer>;

/** Returns whether an order was placed with the caller's address. */
export function isOwn({ address }: KeyedRequest["caller"], placed: PlacedOrder): boolean {
  return placed.address === address;
}

/** The condition of a staged event may be in upper case, unlike the venue's own. */
export function isOfMarket(
  { market: { conditionId } }: Pick<PlacedOrder, "market">,
  asked: string,
): boolean {
  return conditionId.toLowerCase() === asked.toLowerCase();
}
