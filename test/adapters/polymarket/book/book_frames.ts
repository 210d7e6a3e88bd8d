/** Frames of the venue's market socket, as tests write them. @module */
import { createHash } from "node:crypto";
import { conditionOf } from "../../../condition.ts";

/** A price and a size, in the venue's text. */
export type LevelText = readonly [price: string, size: string];

/** What there is to say in a book; the rest is the same in all of them. */
export interface BookText {
  readonly tokenId?: string;
  readonly conditionId?: string;
  readonly timestampMs?: number;
  readonly tick?: string;
  /** Worst first, as the venue writes them. */
  readonly bids?: ReadonlyArray<LevelText>;
  readonly asks?: ReadonlyArray<LevelText>;
}

/** A change of one level, with the best prices after it. */
export interface ChangeText {
  readonly tokenId?: string;
  readonly side?: "BUY" | "SELL";
  readonly level: LevelText;
  readonly best?: readonly [bid: string, ask: string];
}

/** The market that is meant where none is named. */
export const CONDITION_ID = conditionOf(0xabn);

/** A whole book: by default of token "1", from 0.40 to 0.60. */
export function bookFrame(
  { tokenId = "1", conditionId = CONDITION_ID, timestampMs = 1_000, ...rest }: BookText = {},
) {
  const { tick = "0.01", bids = [["0.39", "30"], ["0.40", "20"]] } = rest;
  const { asks = [["0.61", "25"], ["0.60", "10.5"]] } = rest;
  const written = (levels: ReadonlyArray<LevelText>) =>
    levels.map(([price, size]) => ({ price, size }));
  return {
    market: conditionId,
    asset_id: tokenId,
    timestamp: String(timestampMs),
    hash: "",
    bids: written(bids),
    asks: written(asks),
    tick_size: tick,
    last_trade_price: "0.5",
    event_type: "book",
  };
}

/** Changes of one moment: by default of token "1", on its bids, without best prices. */
export function changeFrame(
  changes: ReadonlyArray<ChangeText>,
  { conditionId = CONDITION_ID, timestampMs = 2_000 } = {},
) {
  return {
    market: conditionId,
    price_changes: changes.map(({ tokenId = "1", side = "BUY", level: [price, size], best }) => ({
      asset_id: tokenId,
      price,
      size,
      side,
      hash: "",
      ...(best === undefined ? {} : { best_bid: best[0], best_ask: best[1] }),
    })),
    timestamp: String(timestampMs),
    event_type: "price_change",
  };
}

/** The steps of a token's price have changed. */
export function tickFrame(tokenId = "1", conditionId = CONDITION_ID) {
  return {
    market: conditionId,
    asset_id: tokenId,
    old_tick_size: "0.01",
    new_tick_size: "0.001",
    timestamp: "3000",
    event_type: "tick_size_change",
  };
}

/** A trade. */
export function tradeFrame({ tokenId = "1", conditionId = CONDITION_ID, price = "0.5" } = {}) {
  return {
    market: conditionId,
    asset_id: tokenId,
    price,
    size: "5",
    side: "BUY",
    fee_rate_bps: "0",
    timestamp: "2000",
    event_type: "last_trade_price",
  };
}

/** The hash of a book whose market has had a last trade, as the venue computes it. */
export function hashOf(
  { market, asset_id, timestamp, bids, asks, tick_size }: ReturnType<typeof bookFrame>,
  lastTradePrice: string,
  { isNegRisk = false } = {},
): string {
  const summary = {
    market,
    asset_id,
    timestamp,
    hash: "",
    bids,
    asks,
    min_order_size: "5",
    tick_size,
    neg_risk: isNegRisk,
    last_trade_price: lastTradePrice,
  };
  return createHash("sha1").update(JSON.stringify(summary)).digest("hex");
}

/** A whole book with its hash, as the venue sends it to a new subscription. */
export function provenFrame(
  book: BookText = {},
  { lastTradePrice = "0.5", isNegRisk = false } = {},
) {
  const frame = bookFrame({ bids: [["0.39", "30"], ["0.4", "20"]], asks: [["0.6", "9"]], ...book });
  return {
    ...frame,
    hash: hashOf(frame, lastTradePrice, { isNegRisk }),
    last_trade_price: lastTradePrice,
  };
}
