/**
 * The socket frames for new and resolved markets.
 *
 * @module
 */
import { toIsoSeconds } from "../../../../core/time/mod.ts";
import { type Fee } from "../venue/fee_period.ts";
import { type WireObject } from "../gamma/wire_text.ts";
import { type MarketFrame } from "./market_frame.ts";
import { formatE6 } from "./micro_units.ts";
import { type TradedMarket } from "./traded_market.ts";

/** A market in the news, with its order book fields and its metadata. */
export interface MarketNews {
  readonly market: TradedMarket;
  readonly row: WireObject;
  readonly event: WireObject;
  /** Slugs. */
  readonly tags: ReadonlyArray<string>;
  readonly fee: Fee | undefined;
  /** When it happened, in unix seconds. */
  readonly atSec: number;
}

/** Returns the frame for a market that now accepts orders. Source: a frame seen in May 2026. */
export function newMarketFrame({ market, row, event, tags, fee, atSec }: MarketNews): MarketFrame {
  const { conditionId, tokenIds, outcomes, tickE6, gameStartSec } = market;
  return {
    id: row["id"],
    question: row["question"],
    market: conditionId,
    slug: row["slug"],
    description: row["description"],
    assets_ids: tokenIds,
    outcomes,
    event_message: eventMessage(event),
    timestamp: String(atSec * 1000),
    event_type: "new_market",
    tags,
    condition_id: conditionId,
    active: true,
    clob_token_ids: tokenIds,
    sports_market_type: row["sportsMarketType"] ?? "",
    line: String(row["line"] ?? ""),
    game_start_time: gameStartSec === undefined ? "" : toIsoSeconds(gameStartSec),
    order_price_min_tick_size: formatE6(tickE6),
    group_item_title: row["groupItemTitle"] ?? "",
    ...feeFields(fee),
  };
}

/** Returns the frame with the winning outcome, empty if there is none. */
export function marketResolvedFrame({ market, row, event, tags, atSec }: MarketNews): MarketFrame {
  const { conditionId, tokenIds, outcomes, winnerIndex } = market;
  const isWon = winnerIndex === 0 || winnerIndex === 1;
  return {
    id: row["id"],
    market: conditionId,
    assets_ids: tokenIds,
    winning_asset_id: isWon ? tokenIds[winnerIndex] : "",
    winning_outcome: isWon ? outcomes[winnerIndex] : "",
    event_message: eventMessage(event),
    timestamp: String(atSec * 1000),
    event_type: "market_resolved",
    tags,
  };
}

function eventMessage({ id, ticker, slug, title, description }: WireObject) {
  return { id, ticker, slug, title, description };
}

/** All values are text, unlike in the metadata. */
function feeFields(fee: Fee | undefined) {
  if (fee === undefined) return { taker_base_fee: "0", fees_enabled: false };
  const { exponent, rate, rebateRate } = fee;
  return {
    taker_base_fee: "1000",
    fees_enabled: true,
    fee_schedule: {
      exponent: String(exponent),
      rate: String(rate),
      taker_only: true,
      rebate_rate: String(rebateRate),
    },
  };
}
